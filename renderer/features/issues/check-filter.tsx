import type { CheckPriority, CheckType } from '#shared/model/audit.ts';
import { priorityWords, typePlurals } from '../../domain/check-words.ts';
import type { CheckFilter } from './shown-checks.ts';

interface Props {
  /** What else the list can be narrowed to. */
  readonly can: { readonly new: boolean; readonly ignored: boolean };
  readonly filter: CheckFilter;
  readonly onFilter: (filter: CheckFilter) => void;
}

const onlyWords: Readonly<Record<CheckFilter['only'], string>> = {
  hits: 'With hits',
  new: 'New only',
  ignored: 'With ignored',
  all: 'All checks',
};
const types: readonly CheckType[] = ['issue', 'warning', 'opportunity'];
const priorities: readonly CheckPriority[] = ['H', 'M', 'L'];

/** Narrows the list of checks by text, type, priority, and whether they hit anything. */
export function CheckFilterBar({ can, filter, onFilter }: Props) {
  return (
    <div className="toolbar issue-filter">
      <input
        className="field filter"
        aria-label="Find a check"
        placeholder="Find a check"
        spellCheck={false}
        value={filter.text}
        onChange={event => onFilter({ ...filter, text: event.target.value })}
        onKeyDown={event => {
          if (event.key !== 'Escape' || filter.text === '') return;
          event.stopPropagation();
          onFilter({ ...filter, text: '' });
        }}
      />
      <Chips
        label="Which checks"
        options={(['hits', 'new', 'ignored', 'all'] as const).filter(
          only => only === filter.only || (only !== 'new' && only !== 'ignored') || can[only],
        )}
        chosen={filter.only}
        wordOf={only => onlyWords[only]}
        onChoose={only => onFilter({ ...filter, only })}
      />
      <Chips
        label="Priority"
        options={priorities}
        chosen={filter.priority}
        wordOf={priority => priorityWords[priority]}
        onChoose={priority => onFilter({ ...filter, priority: filter.priority === priority ? null : priority })}
      />
      <Chips
        label="Type"
        options={types}
        chosen={filter.type}
        wordOf={type => typePlurals[type]}
        onChoose={type => onFilter({ ...filter, type: filter.type === type ? null : type })}
      />
    </div>
  );
}

export interface ChipsProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  /** Null: none. */
  readonly chosen: T | null;
  wordOf(option: T): string;
  onChoose(option: T): void;
}

/** Buttons of which one at most is pressed. */
export function Chips<T extends string>({ label, options, chosen, wordOf, onChoose }: ChipsProps<T>) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {options.map(option => (
        <button key={option} type="button" className="chip" aria-pressed={chosen === option} onClick={() => onChoose(option)}>
          {wordOf(option)}
        </button>
      ))}
    </div>
  );
}
