import { useState } from 'react';
import type { Rule, RuleKind, RulesView } from '#shared/model/rules.ts';
import { client } from '../../bridge/client.ts';
import { useCall } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { rulesChanged, useRules } from '../../domain/use-rules.ts';
import { workWords } from '../../domain/work-words.ts';
import { Problem } from '../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../ui/split-pane.tsx';
import { plural } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import { emptyRule, kinds } from './rule-words.ts';

const listSize: SideSize = { usual: '320px', least: 220, most: 50 };

/** The user's own searches, extractions, checks and segments. */
export function CustomView() {
  const { view, error, retry } = useRules();
  if (error && view === null) return <Problem text={`The custom rules could not be read: ${error}`} retry={retry} />;
  return view === null ? <div /> : <Custom view={view} />;
}

const none: Readonly<Record<string, string>> = {};

function Custom({ view }: { readonly view: RulesView }) {
  const { rules, run, isReadOnly } = view;
  const all = rules.map(({ rule }) => rule);
  const [picked, setPicked] = useState('');
  const [added, setAdded] = useState<Rule | null>(null);
  const [refused, setRefused] = useState(none);
  const submit = useSubmit();
  const mark = `${run.state} ${rules.map(({ id }) => id).join()}`;
  const counts = useCall('rules.counts', run.state === 'running' ? null : {}, numberOf(mark));
  const current = added === null ? (all.find(({ name }) => name === picked) ?? all[0]) : null;
  const store = (next: readonly Rule[], place: number, done: () => void): void =>
    void submit.submit(async () => {
      submit.clear();
      const { problems } = await client.call('rules.save', { rules: [...next] });
      setRefused(problems[place] ?? none);
      const [other] = Object.entries(problems).filter(([at]) => Number(at) !== place);
      if (other) throw new Error(`${next[Number(other[0])]?.name ?? 'A rule'} stops it: ${Object.values(other[1])[0] ?? ''}`);
      if (Object.keys(problems).length === 0) done();
      rulesChanged();
    });
  const save = (rule: Rule): void => {
    const place = current ? all.indexOf(current) : all.length;
    store(current ? all.map((old, at) => (at === place ? rule : old)) : [...all, rule], place, () => {
      setAdded(null);
      setPicked(rule.name);
    });
  };
  const move = (name: string, by: -1 | 1): void => {
    const segments = all.filter(({ kind }) => kind === 'segment');
    const at = segments.findIndex(segment => segment.name === name);
    const [one, other] = [segments[at], segments[at + by]];
    if (one && other)
      store(
        all.map(rule => (rule === one ? other : rule === other ? one : rule)),
        -1,
        () => undefined,
      );
  };
  const edit = (rule: Rule | null): void => {
    setRefused(none);
    submit.clear();
    setAdded(rule);
  };
  const add = (kind: RuleKind): void =>
    edit(
      emptyRule(
        kind,
        all.map(({ name }) => name),
      ),
    );
  const shown = added ?? current;
  return (
    <div className="custom">
      <RunLine view={view} />
      <Foreigners view={view} />
      {shown === undefined || shown === null ? (
        <Empty onAdd={add} onExample={edit} isReadOnly={isReadOnly} />
      ) : (
        <SplitPane
          name="custom"
          label="Width of the list of rules"
          at="start"
          size={listSize}
          side={
            <RuleList
              rules={rules}
              counts={counts.data}
              current={added ? '' : (current?.name ?? '')}
              onPick={name => {
                edit(null);
                setPicked(name);
              }}
              onAdd={add}
              onMove={move}
              isReadOnly={isReadOnly}
            />
          }
          main={
            <RuleEditor
              key={added ? `new ${added.name}` : JSON.stringify(shown)}
              start={shown}
              isStored={added === null}
              isReadOnly={isReadOnly}
              submit={submit}
              onSave={save}
              onRemove={() =>
                store(
                  all.filter(rule => rule !== current),
                  -1,
                  () => setPicked(''),
                )
              }
              onCancel={() => edit(null)}
              refused={refused}
            />
          }
        />
      )}
    </div>
  );
}

/** A number that changes with a text, for `refresh`. */
const numberOf = (text: string): number => [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7);

async function importRules(): Promise<void> {
  const imported = await client.call('rules.import', {});
  if (imported) toast(imported.added === 0 ? 'The file has no rules.' : `${plural(imported.added, 'rule')} imported.`);
}

async function exportRules(): Promise<void> {
  const file = await client.call('rules.export', {});
  if (file) toast(`The custom rules were written to ${file.name}.`);
}

/** The state of the run over stored bodies, and the portable file. */
function RunLine({ view: { rules, run, isReadOnly } }: { readonly view: RulesView }) {
  const submit = useSubmit();
  const act = (work: () => Promise<unknown>): void =>
    void submit.submit(async () => {
      submit.clear();
      await work();
      rulesChanged();
    });
  const hasBodies = rules.some(({ rule }) => rule.kind === 'search' || rule.kind === 'extraction');
  return (
    <div className="work-line num" aria-live="polite" data-testid="rules-line" data-state={run.state}>
      {run.state === 'running' ? (
        <>
          <span>Looking through stored pages: {workWords(run)}</span>
          <button type="button" className="btn small" onClick={() => act(() => client.call('rules.cancel', {}))}>
            Stop
          </button>
        </>
      ) : (
        <>
          <span className="muted">{runWords(run.state, run.done, rules.length)}</span>
          {hasBodies && (
            <button
              type="button"
              className="btn small"
              disabled={isReadOnly}
              onClick={() => act(() => client.call('rules.run', {}))}
            >
              Run on stored pages
            </button>
          )}
        </>
      )}
      {run.state === 'failed' && <span className="tone-bad">{run.problem}</span>}
      {submit.refused && <span className="tone-bad">{submit.refused}</span>}
      <span className="spacer" />
      <button type="button" className="btn small" disabled={isReadOnly} onClick={() => act(importRules)}>
        Import…
      </button>
      {rules.length > 0 && (
        <button type="button" className="btn small" onClick={() => act(exportRules)}>
          Export…
        </button>
      )}
    </div>
  );
}

function runWords(state: RulesView['run']['state'], done: number, rules: number): string {
  if (state === 'done') return `Looked through ${plural(done, 'page')}.`;
  if (state === 'cancelled') return `Stopped after ${plural(done, 'page')}. What was found stays.`;
  return rules === 0 ? 'Your own searches, extractions, checks and segments' : `${plural(rules, 'rule')} in this file`;
}

/** Rules that came with the file of somebody else. */
function Foreigners({ view: { rules } }: { readonly view: RulesView }) {
  const submit = useSubmit();
  const waiting = rules.filter(({ isAllowed }) => !isAllowed);
  if (waiting.length === 0) return null;
  const allow = (): void =>
    void submit.submit(async () => {
      await client.call('rules.allow', {});
      rulesChanged();
    });
  return (
    <div className="foreign-rules" role="note">
      <span>
        {plural(waiting.length, 'rule')} came with this file and {waiting.length === 1 ? 'does' : 'do'} not run yet. Look at the
        patterns and statements below, then allow them.
      </span>
      <button type="button" className="btn small" disabled={submit.busy} onClick={allow}>
        Allow these rules
      </button>
      {submit.refused && <span className="tone-bad">{submit.refused}</span>}
    </div>
  );
}

interface EmptyProps {
  readonly onAdd: (kind: RuleKind) => void;
  readonly onExample: (rule: Rule) => void;
  readonly isReadOnly: boolean;
}

/** What each kind is for, with an example. */
function Empty({ onAdd, onExample, isReadOnly }: EmptyProps) {
  return (
    <div className="custom-empty">
      {kinds.map(({ kind, label, one, about, example }) => (
        <section key={kind}>
          <h2>{label}</h2>
          <p>{about}</p>
          <p className="mono clip">{example.kind === 'search' ? example.find : example.expression}</p>
          <div className="rule-actions">
            <button type="button" className="btn primary" disabled={isReadOnly} onClick={() => onAdd(kind)}>
              Add {one}…
            </button>
            <button type="button" className="btn" disabled={isReadOnly} onClick={() => onExample(example)}>
              Start with this example
            </button>
          </div>
        </section>
      ))}
    </div>
  );
}
