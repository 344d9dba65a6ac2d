import { useEffect, useId, useMemo, useState } from 'react';
import { filterText, typedConditions } from '#shared/model/filter-tree.ts';
import { suggestedValues } from '#shared/model/url-operators.ts';
import { useCall, useDebounced } from '../../bridge/hooks.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { useRuleColumns } from '../../domain/use-rules.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';
import {
  aboutField,
  type Comparison,
  compared,
  comparisonOf,
  comparisons,
  type EditedCondition,
  type EditedGroup,
  type EditedPart,
  editedFilter,
  type FilterField,
  fieldOf,
  filterFields,
  newCondition,
  newGroup,
} from './edited-filter.ts';
import { useClassCounts } from './use-class-counts.ts';

interface Props {
  /** As typed. */
  readonly filter: string;
  /** Null: the filter itself names classes. */
  readonly tab: ClassTab | null;
  readonly onApply: (filter: string) => void;
  readonly onClose: () => void;
}

const pauseMs = 250;

/** The filter as rows of a field, a comparison and a value, in groups. It writes the same text as the filter field. */
export function FilterBuilder({ filter, tab, onApply, onClose }: Props) {
  const start = useCall('filter.read', { text: filter });
  const [tree, setTree] = useState<EditedGroup | null>(null);
  useEffect(() => {
    if (start.data)
      setTree(old => old ?? editedFilter(start.data?.tree ?? { kind: 'group', join: 'all', parts: [], negated: false }));
  }, [start.data]);
  const problem = start.error || (start.data?.tree === null ? start.data.problem : '');
  return (
    <Modal title="Build a filter" onClose={onClose}>
      {tree ? (
        <BuilderForm
          tree={tree}
          onTree={setTree}
          tab={tab}
          note={problem && `The filter “${filter}” could not be taken apart: ${problem}`}
          onApply={text => {
            onApply(text);
            onClose();
          }}
          onClose={onClose}
        />
      ) : (
        <div className="form">
          {problem ? <p className="tone-bad">{problem}</p> : <p className="muted">Reading the filter…</p>}
        </div>
      )}
    </Modal>
  );
}

interface FormProps {
  readonly tree: EditedGroup;
  readonly onTree: (tree: EditedGroup) => void;
  readonly tab: ClassTab | null;
  readonly note: string;
  readonly onApply: (text: string) => void;
  readonly onClose: () => void;
}

function BuilderForm({ tree, onTree, tab, note, onApply, onClose }: FormProps) {
  const text = filterText(tree);
  const still = useDebounced(text, pauseMs);
  const { data, error } = useCall('filter.read', { text: still });
  const isCurrent = still === text && data !== undefined;
  const counts = useClassCounts(isCurrent && data.problem === '' ? text : null, 0);
  const problems = new Map(
    isCurrent ? typedConditions(tree).map((condition, at) => [(condition as EditedCondition).id, data.conditions[at] ?? '']) : [],
  );
  const isElsewhere = isCurrent && data.problem !== '' && data.conditions.every(each => each === '');
  const ofRules = useRuleColumns();
  const fields = useMemo(() => filterFields(ofRules), [ofRules]);
  const apply = (): void => {
    if (!isCurrent || data.problem === '') onApply(text);
  };
  return (
    <DialogForm
      testId="filter-builder"
      width="wide"
      onSubmit={apply}
      note={
        <span className="builder-count" aria-live="polite" data-testid="builder-count">
          {counts ? `${countWords(counts[tab ?? ''])} match` : ''}
        </span>
      }
      buttons={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isCurrent && data.problem !== ''}>
            Filter
          </button>
        </>
      }
    >
      {note && <p className="tone-bad">{note}</p>}
      <GroupRows group={tree} onGroup={onTree} onRemove={null} fields={fields} problems={problems} depth={0} />
      <output className="builder-text" data-testid="builder-text">
        <code>{text === '' ? 'All URLs' : <Foreign text={text} />}</code>
        <span className="muted">{isCurrent && data.description && text !== '' ? <Foreign text={data.description} /> : ''}</span>
      </output>
      {(isElsewhere || error) && (
        <p className="field-problem" role="alert">
          <Foreign text={error || (data?.problem ?? '')} />
        </p>
      )}
    </DialogForm>
  );
}

interface GroupProps {
  readonly group: EditedGroup;
  readonly onGroup: (group: EditedGroup) => void;
  /** Null: the outermost one stays. */
  readonly onRemove: (() => void) | null;
  readonly fields: readonly FilterField[];
  /** By the id of a condition. */
  readonly problems: ReadonlyMap<number, string>;
  readonly depth: number;
}

/** Groups in groups that the form offers; the language allows a few more. */
const mostNested = 4;

function GroupRows({ group, onGroup, onRemove, fields, problems, depth }: GroupProps) {
  const put = (id: number, part: EditedPart | null): void =>
    onGroup({ ...group, parts: group.parts.flatMap(each => (each.id === id ? (part ? [part] : []) : [each])) });
  const add = (part: EditedPart): void => onGroup({ ...group, parts: [...group.parts, part] });
  return (
    <fieldset className="builder-group">
      <legend>
        <select
          className="field small"
          aria-label="How the conditions of this group are joined"
          value={`${group.negated ? 'not ' : ''}${group.join}`}
          onChange={({ target }) =>
            onGroup({
              ...group,
              negated: target.value.startsWith('not '),
              join: target.value.endsWith('any') ? 'any' : 'all',
            })
          }
        >
          <option value="all">All of these match</option>
          <option value="any">Any of these matches</option>
          {(depth > 0 || group.negated) && <option value="not all">Not all of these match</option>}
          {(depth > 0 || group.negated) && <option value="not any">None of these matches</option>}
        </select>
        {onRemove && (
          <button type="button" className="btn tiny" aria-label="Remove this group" onClick={onRemove}>
            ✕
          </button>
        )}
      </legend>
      {group.parts.map(part =>
        part.kind === 'group' ? (
          <GroupRows
            key={part.id}
            group={part}
            onGroup={next => put(part.id, next)}
            onRemove={() => put(part.id, null)}
            fields={fields}
            problems={problems}
            depth={depth + 1}
          />
        ) : (
          <ConditionRow
            key={part.id}
            condition={part}
            onCondition={next => put(part.id, next)}
            onRemove={() => put(part.id, null)}
            fields={fields}
            problem={problems.get(part.id) ?? ''}
          />
        ),
      )}
      <div className="builder-add">
        <button type="button" className="btn small" onClick={() => add(newCondition())}>
          Add a condition
        </button>
        {depth < mostNested && (
          <button type="button" className="btn small" onClick={() => add(newGroup(group.join === 'all' ? 'any' : 'all'))}>
            Add a group
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  readonly condition: EditedCondition;
  readonly onCondition: (condition: EditedCondition) => void;
  readonly onRemove: () => void;
  readonly fields: readonly FilterField[];
  readonly problem: string;
}

function ConditionRow({ condition, onCondition, onRemove, fields, problem }: RowProps) {
  const id = useId();
  const ofRules = useRuleColumns();
  const field = fieldOf(fields, condition.field);
  const comparison = comparisonOf(condition);
  const values = suggestedValues(field.name, ofRules);
  return (
    <div className="builder-row">
      <select
        className="field"
        aria-label="Field"
        data-first={condition.value === '' ? true : undefined}
        value={field.name}
        onChange={({ target }) => onCondition(aboutField(condition, fieldOf(fields, target.value)))}
      >
        {!fields.includes(field) && <option value={field.name}>{field.label}</option>}
        {fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label="Comparison"
        value={comparison}
        onChange={({ target }) => onCondition(compared(condition, target.value as Comparison))}
      >
        {comparisons(field, comparison).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <input
        className="field"
        aria-label="Value"
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-note`}
        list={values.length > 0 ? `${id}-values` : undefined}
        spellCheck={false}
        maxLength={500}
        value={condition.value}
        onChange={({ target }) => onCondition({ ...condition, value: target.value, quoted: false })}
      />
      <datalist id={`${id}-values`}>
        {values.map(({ name, help }) => (
          <option key={name} value={name}>
            {help}
          </option>
        ))}
      </datalist>
      <button type="button" className="btn tiny" aria-label="Remove this condition" onClick={onRemove}>
        ✕
      </button>
      <span id={`${id}-note`} className={problem ? 'field-problem' : 'hint'} role={problem ? 'alert' : undefined}>
        {problem ? <Foreign text={problem} /> : field.help}
      </span>
    </div>
  );
}
