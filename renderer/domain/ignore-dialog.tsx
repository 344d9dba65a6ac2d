import { useId, useState } from 'react';
import { type IgnoredUrls, type IgnoreRule, longestNote, mostIgnoredUrls } from '#shared/model/audit-settings.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { changeAudit } from './audit-changes.ts';

/** A rule as the form starts with it. */
export type NewRule = Omit<IgnoreRule, 'addedAt'>;

interface Props {
  readonly start: NewRule;
  /** The rule that is edited; null: a new one. */
  readonly id: number | null;
  /** Names of checks by id. */
  readonly nameOf: (check: string) => string;
  readonly onClose: () => void;
}

const kinds: Readonly<Record<IgnoredUrls['kind'], string>> = {
  all: 'All URLs',
  urls: 'These URLs',
  prefix: 'URLs that start with …',
  pattern: 'URLs that match a pattern',
};

/** What is typed for the URLs of a rule. */
const textOf = (where: IgnoredUrls): string => {
  if (where.kind === 'urls') return where.urls.join('\n');
  if (where.kind === 'prefix') return where.prefix;
  return where.kind === 'pattern' ? where.pattern : '';
};

function whereOf(kind: IgnoredUrls['kind'], text: string): IgnoredUrls {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
  switch (kind) {
    case 'all':
      return { kind };
    case 'urls':
      return { kind, urls: [...new Set(lines)] };
    case 'prefix':
      return { kind, prefix: lines[0] ?? '' };
    case 'pattern':
      return { kind, pattern: lines[0] ?? '' };
  }
}

/** Why the form cannot be sent; '' if it can. The engine looks at patterns. */
function problemOf(check: string, where: IgnoredUrls): string {
  if (check === '' && where.kind === 'all') return 'Choose a check or URLs. Without both, the rule would ignore everything.';
  if (where.kind === 'urls' && where.urls.length === 0) return 'Name at least one URL.';
  if (where.kind === 'urls' && where.urls.length > mostIgnoredUrls) return 'These are too many URLs. Use a prefix or a pattern.';
  if ((where.kind === 'prefix' && where.prefix === '') || (where.kind === 'pattern' && where.pattern === ''))
    return 'Type it here.';
  return '';
}

/** Ignores a check, URLs, or a check on URLs; or edits such a rule. */
export function IgnoreDialog({ start, id, nameOf, onClose }: Props) {
  const [check, setCheck] = useState(start.check);
  const [kind, setKind] = useState(start.where.kind);
  const [text, setText] = useState(textOf(start.where));
  const [note, setNote] = useState(start.note);
  const [until, setUntil] = useState(start.until);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useId();
  const where = whereOf(kind, text);
  const problem = problemOf(check, where);
  const send = async (): Promise<void> => {
    setAsked(true);
    if (problem !== '' || busy) return;
    setBusy(true);
    const rule: NewRule = { check, where, note: note.trim(), until, addedBy: start.addedBy };
    const isDone = await changeAudit(
      id === null
        ? {
            change: { do: 'add', rules: [rule] },
            done: check === '' ? 'Ignored.' : `Ignored: ${nameOf(check)}.`,
            undo: ({ ids }) => ({ do: 'remove', ids }),
          }
        : {
            change: { do: 'change', id, rule },
            done: 'The ignore rule was changed.',
            undo: () => ({ do: 'change', id, rule: start }),
          },
    );
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Modal title={id === null ? 'Ignore findings' : 'Edit the ignore rule'} onClose={onClose}>
      <DialogForm
        testId="ignore-form"
        width="narrow"
        onSubmit={() => void send()}
        buttons={
          <>
            <button type="button" className="btn" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="btn primary" data-testid="ignore-save" disabled={busy}>
              {id === null ? 'Ignore' : 'Save'}
            </button>
          </>
        }
      >
        <p className="hint">
          Ignored hits stay in the counts, marked as ignored. The health score and the top findings leave them out.
        </p>
        <div className="stacked">
          <label htmlFor={`${field}-check`}>Check</label>
          <select id={`${field}-check`} className="field" value={check} onChange={event => setCheck(event.target.value)}>
            {start.check !== '' && <option value={start.check}>{nameOf(start.check)}</option>}
            <option value="">Every check</option>
          </select>
        </div>
        <div className="stacked">
          <label htmlFor={`${field}-where`}>URLs</label>
          <select
            id={`${field}-where`}
            className="field"
            data-testid="ignore-where"
            value={kind}
            onChange={event => setKind(event.target.value as IgnoredUrls['kind'])}
          >
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {kind === 'all' ? (
          asked &&
          problem !== '' && (
            <span className="field-problem" role="alert">
              {problem}
            </span>
          )
        ) : (
          <Field
            label={kinds[kind]}
            value={text}
            onChange={setText}
            problem={asked && problem !== '' ? problem : undefined}
            hint={
              kind === 'pattern'
                ? 'RE2 syntax, as in the include and exclude patterns of a crawl.'
                : kind === 'urls'
                  ? 'One a line.'
                  : ''
            }
            testId="ignore-urls"
            {...(kind === 'urls' ? { rows: 4 } : {})}
          />
        )}
        <Field
          label="Note"
          value={note}
          onChange={typed => setNote(typed.slice(0, longestNote))}
          problem={undefined}
          hint="Why. It is shown with each ignored hit and goes into exports."
          testId="ignore-note"
          rows={2}
          focus
        />
        <div className="stacked">
          <label htmlFor={`${field}-until`}>Last day</label>
          <input
            id={`${field}-until`}
            className="field"
            type="date"
            data-testid="ignore-until"
            value={until}
            onChange={event => setUntil(event.target.value)}
          />
          <span className="hint">Empty: the rule has no end.</span>
        </div>
      </DialogForm>
    </Modal>
  );
}
