import { useState } from 'react';
import type { JudgedIgnoreRule } from '#shared/model/audit-settings.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { changeAudit, noteAuditChange, useAuditChanges } from '../../domain/audit-changes.ts';
import { IgnoreDialog } from '../../domain/ignore-dialog.tsx';
import { stateWords, untilWords, whereWords } from '../../domain/ignore-words.ts';
import { useRules } from '../../domain/use-rules.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast.ts';

interface Props {
  readonly nameOf: (check: string) => string;
  readonly onClose: () => void;
}

/** Removes rules, with an offer to put them back. */
const remove = (rules: readonly JudgedIgnoreRule[]): void =>
  void changeAudit({
    change: { do: 'remove', ids: rules.map(({ id }) => id) },
    done: rules.length === 1 ? 'The ignore rule was removed.' : `${plural(rules.length, 'ignore rule')} were removed.`,
    undo: () => ({
      do: 'add',
      rules: rules.map(({ check, where, note, until, addedBy }) => ({ check, where, note, until, addedBy })),
    }),
  });

/** Takes over the rules of another crawl or of a JSON document. */
async function takeOver(): Promise<void> {
  try {
    const changed = await client.call('issues.takeRules', {});
    if (changed === null) return;
    noteAuditChange();
    const { ids } = changed;
    if (ids.length === 0) toast('There is no ignore rule to take over: this crawl has them all.');
    else
      toast(`${plural(ids.length, 'ignore rule')} taken over.`, 'info', {
        label: 'Undo',
        onPick: () => void changeAudit({ change: { do: 'remove', ids }, done: 'Undone.' }),
      });
  } catch (error) {
    toast(`The ignore rules were not taken over: ${messageOf(error)}`, 'problem');
  }
}

async function save(): Promise<void> {
  try {
    const outcome = await client.call('issues.saveRules', {});
    if ('file' in outcome) toast(`The ignore rules were written to ${outcome.file.name}.`);
  } catch (error) {
    toast(`The ignore rules were not written: ${messageOf(error)}`, 'problem');
  }
}

/** The ignore rules of the open crawl: what each covers, whether it applies, and what can be done with it. */
export function IgnoreRulesDialog({ nameOf, onClose }: Props) {
  const { data, error, retry } = useCall('issues.settings', {}, useAuditChanges());
  const [edited, setEdited] = useState<JudgedIgnoreRule | null>(null);
  const isReadOnly = useRules().view?.isReadOnly ?? false;
  const rules = data?.rules ?? [];
  const expired = rules.filter(({ state }) => state === 'expired');
  return (
    <Modal title="Ignore rules" onClose={onClose}>
      <div className="form ignore-rules" data-testid="ignore-rules">
        {error && <Problem text={`The ignore rules could not be read: ${error}`} retry={retry} />}
        {isReadOnly && <p className="tone-warn">The file is read-only, so changes apply until you close it.</p>}
        {data?.problems.map(problem => (
          <p key={problem} className="tone-warn">
            <Foreign text={problem} />
          </p>
        ))}
        {data && rules.length === 0 && (
          <p className="muted">
            No findings are ignored. To ignore some, right-click a check or a URL in the list of issues, or use the button Ignore.
          </p>
        )}
        <ul className="ignore-list">
          {rules.map(rule => (
            <li key={rule.id} className="ignore-rule" data-testid="ignore-rule" data-state={rule.state}>
              <div>
                <b>{rule.check === '' ? 'Every check' : nameOf(rule.check)}</b> <Foreign text={whereWords(rule.where)} />
                {rule.note !== '' && (
                  <p className="muted">
                    <Foreign text={rule.note} />
                  </p>
                )}
              </div>
              <span className="chips num">
                <span className={`chip ${rule.state === 'active' ? 'ok' : 'warn'}`} title={rule.problem}>
                  {stateWords[rule.state]}
                </span>
                <span className="chip">{untilWords(rule.until)}</span>
                {rule.addedBy !== '' && (
                  <span className="chip">
                    <Foreign text={rule.addedBy} />
                  </span>
                )}
              </span>
              <span className="chips">
                <button type="button" className="btn small" onClick={() => setEdited(rule)}>
                  Edit…
                </button>
                <button type="button" className="btn small" data-testid="ignore-remove" onClick={() => remove([rule])}>
                  Remove
                </button>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <footer className="dialog-foot">
        <button type="button" className="btn" data-testid="ignore-take" onClick={() => void takeOver()}>
          Take over from another crawl…
        </button>
        <button type="button" className="btn" disabled={rules.length === 0} onClick={() => void save()}>
          Save as JSON…
        </button>
        {expired.length > 0 && (
          <button type="button" className="btn" onClick={() => remove(expired)}>
            Remove {plural(expired.length, 'expired rule')}
          </button>
        )}
        <span className="spacer" />
        <button type="button" className="btn primary" data-first onClick={onClose}>
          Close
        </button>
      </footer>
      {edited && (
        <IgnoreDialog key={edited.id} start={startOf(edited)} id={edited.id} nameOf={nameOf} onClose={() => setEdited(null)} />
      )}
    </Modal>
  );
}

const startOf = ({ check, where, note, until, addedBy }: JudgedIgnoreRule) => ({ check, where, note, until, addedBy });
