import type { ClassTab } from '../../bridge/nav-state.ts';
import { Hint } from '../../ui/hint.tsx';
import { countWords } from '../../ui/text/format.ts';
import type { ClassCounts } from './use-class-counts.ts';

interface Props {
  /** Null: the filter itself names classes. */
  readonly current: ClassTab | null;
  readonly onPick: (tab: ClassTab) => void;
  readonly counts: ClassCounts | null;
}

const tabs: readonly { readonly name: ClassTab; readonly label: string; readonly about: string }[] = [
  {
    name: 'page',
    label: 'Pages',
    about: 'Internal pages, and URLs inside the scope of the crawl that may be pages, whether they were requested or not',
  },
  {
    name: 'resource',
    label: 'Resources',
    about: 'Images, style sheets, scripts, documents and other files that pages use or link',
  },
  { name: 'external', label: 'External', about: 'URLs outside the scope of the crawl. It checks them, but does not crawl them' },
  {
    name: '',
    label: 'All',
    about: 'All URLs of the file. Email addresses and URLs that pages only refer to are in no other tab',
  },
];

/** What the list shows: pages, resources, external URLs or all, each with how many there are. */
export function ClassTabs({ current, onPick, counts }: Props) {
  return (
    <div className="class-tabs num" role="group" aria-label="Which URLs">
      {tabs.map(({ name, label, about }) => (
        <Hint key={name} text={about}>
          <button
            type="button"
            className="tab"
            data-testid={`class-${name || 'all'}`}
            aria-pressed={name === current}
            onClick={() => onPick(name)}
          >
            {label}
            {counts && <span className="muted"> {countWords(counts[name])}</span>}
          </button>
        </Hint>
      ))}
    </div>
  );
}
