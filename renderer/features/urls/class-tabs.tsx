import { useCall, useProgress } from '../../bridge/hooks.ts';
import { countWords } from '../../ui/text/format.ts';
import { isClass, splitFilter, withClass } from './filter-words.ts';

interface Props {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Changes with every list: its columns may have been loaded since. */
  readonly view: number;
}

const tabs = [
  { name: 'page', label: 'Pages' },
  { name: 'resource', label: 'Resources' },
  { name: 'external', label: 'External' },
  { name: '', label: 'All' },
] as const;

/** What the list shows: pages, resources, external URLs or all, each with how many there are. */
export function ClassTabs({ filter, onFilter, view }: Props) {
  const { data: counts } = useCall('urls.classes', {}, useProgress(2_000) * 1_000 + view);
  const current = splitFilter(filter).find(isClass)?.slice('class:'.length) ?? '';
  const all = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0;
  return (
    <div className="class-tabs num" role="group" aria-label="Which URLs">
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className="tab"
          data-testid={`class-${name || 'all'}`}
          aria-pressed={name === current}
          onClick={() => onFilter(withClass(filter, name))}
        >
          {label}
          {counts && <span className="muted"> {countWords(name === '' ? all : (counts[name] ?? 0))}</span>}
        </button>
      ))}
    </div>
  );
}
