import type { CheckPriority, CheckType } from '#shared/model/audit.ts';
import { priorityWords, typePlurals } from '../../domain/check-words.ts';
import type { CheckFilter } from './shown-checks.ts';

interface Props {
  readonly filter: CheckFilter;
  readonly onFilter: (filter: CheckFilter) => void;
}

const types: readonly CheckType[] = ['issue', 'warning', 'opportunity'];
const priorities: readonly CheckPriority[] = ['H', 'M', 'L'];

/** Narrows the list of checks by text, type, priority, and whether they hit anything. */
export function CheckFilterBar({ filter, onFilter }: Props) {
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
      <div className="chips" role="group" aria-label="Which checks">
        {(['hits', 'all'] as const).map(only => (
          <button
            key={only}
            type="button"
            className="chip"
            aria-pressed={filter.only === only}
            onClick={() => onFilter({ ...filter, only })}
          >
            {only === 'hits' ? 'With hits' : 'All checks'}
          </button>
        ))}
      </div>
      <div className="chips" role="group" aria-label="Priority">
        {priorities.map(priority => (
          <button
            key={priority}
            type="button"
            className="chip"
            aria-pressed={filter.priority === priority}
            onClick={() => onFilter({ ...filter, priority: filter.priority === priority ? null : priority })}
          >
            {priorityWords[priority]}
          </button>
        ))}
      </div>
      <div className="chips" role="group" aria-label="Type">
        {types.map(type => (
          <button
            key={type}
            type="button"
            className="chip"
            aria-pressed={filter.type === type}
            onClick={() => onFilter({ ...filter, type: filter.type === type ? null : type })}
          >
            {typePlurals[type]}
          </button>
        ))}
      </div>
    </div>
  );
}
