import { type FormEvent, useState } from 'react';
import type { Rule } from '#shared/model/rules.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useCall, useDebounced } from '../../bridge/hooks.ts';
import { inspectedOf } from '../../bridge/nav-state.ts';
import type { Submit } from '../../bridge/use-submit.ts';
import { Problem } from '../../ui/problem.tsx';
import { LiveTest } from './live-test.tsx';
import { RuleFields } from './rule-fields.tsx';
import { filterOf } from './rule-words.ts';

const typingMs = 250;

interface Props {
  readonly start: Rule;
  /** It is stored already. */
  readonly isStored: boolean;
  readonly isReadOnly: boolean;
  readonly submit: Submit;
  /** Stores it; returns problems by field. */
  readonly onSave: (rule: Rule) => void;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  /** Problems of the last attempt to store it. */
  readonly refused: Readonly<Record<string, string>>;
}

/** One rule: its fields with what is wrong beside them, and what it finds on a page. Mount it with the rule as key. */
export function RuleEditor({ start, isStored, isReadOnly, submit, onSave, onRemove, onCancel, refused }: Props) {
  const { go } = useActions();
  const inspected = inspectedOf(useNav())?.url ?? '';
  const [rule, setRule] = useState(start);
  const [typedUrl, setTypedUrl] = useState('');
  // Nothing typed: the page that is inspected.
  const url = typedUrl || inspected;
  const asked = useDebounced(JSON.stringify([rule, url]), typingMs);
  const [askedRule, askedUrl] = JSON.parse(asked) as [Rule, string];
  const { data: test, error } = useCall('rules.test', { rule: askedRule, url: askedUrl });
  const isChanged = JSON.stringify(rule) !== JSON.stringify(start);
  // A new rule is not scolded before something was typed.
  const { name, ...others } = test?.problems ?? {};
  const ownName = isStored && rule.name === start.name;
  const found = isChanged || isStored ? { ...others, ...(name && !ownName ? { name } : {}) } : {};
  const problems = {
    ...found,
    ...(JSON.stringify(rule) === JSON.stringify(askedRule) && !isChanged ? refused : {}),
    ...(submit.refused ? {} : refused),
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    onSave(rule);
  };
  const filter = filterOf(start);
  return (
    <form className="rule-editor" onSubmit={save} data-testid="rule-editor">
      <h2>{isStored ? start.name : `New ${start.kind}`}</h2>
      {submit.refused && <Problem text={submit.refused} />}
      <fieldset disabled={isReadOnly}>
        <RuleFields rule={rule} onChange={setRule} problems={problems} />
      </fieldset>
      <div className="rule-actions">
        <button type="submit" className="btn primary" disabled={isReadOnly || submit.busy || (isStored && !isChanged)}>
          {isStored ? 'Save' : 'Add'}
        </button>
        {(isChanged || !isStored) && (
          <button type="button" className="btn" onClick={() => (isStored ? setRule(start) : onCancel())}>
            {isStored ? 'Undo changes' : 'Cancel'}
          </button>
        )}
        {isStored && (
          <>
            <button
              type="button"
              className="btn"
              onClick={() => (filter === null ? go({ do: 'check', check: `own.${start.name}` }) : go({ do: 'filter', filter }))}
            >
              {filter === null ? 'Show in Issues' : 'Show URLs'}
            </button>
            <span className="spacer" />
            <button type="button" className="btn quiet" disabled={isReadOnly || submit.busy} onClick={onRemove}>
              Remove
            </button>
          </>
        )}
      </div>
      <LiveTest rule={rule} url={url} onUrl={setTypedUrl} test={test} error={error} />
    </form>
  );
}
