import type { ClassTab } from '../../bridge/nav-state.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { type ClassCounts, useClassCounts } from './use-class-counts.ts';

interface Props {
  /** The tab, null where the filter itself names classes. */
  readonly tab: ClassTab | null;
  /** As typed, without the tab. */
  readonly filter: string;
  /** The number of the empty list. */
  readonly view: number;
  readonly onTab: (tab: ClassTab) => void;
  readonly onClear: () => void;
}

const nouns: Readonly<Record<ClassTab, readonly [one: string, many: string]>> = {
  page: ['page', 'pages'],
  resource: ['resource', 'resources'],
  external: ['external URL', 'external URLs'],
  '': ['URL', 'URLs'],
};

/** Tabs with a match. All, only if it has some that no other tab has. */
function tabsWith(matches: ClassCounts): readonly ClassTab[] {
  const found = (['page', 'resource', 'external'] as const).filter(tab => matches[tab] > 0);
  const inTabs = found.reduce((sum, tab) => sum + matches[tab], 0);
  return matches[''] > inTabs ? [...found, ''] : found;
}

/** In place of the list: the crawl has no such URL yet, or none matches. Other tabs that have some are one click away. */
export function NoUrls({ tab, filter, view, onTab, onClear }: Props) {
  const matches = useClassCounts(filter, view);
  const [one, many] = nouns[tab ?? ''];
  const shown = tab === null || matches === null ? [] : tabsWith(matches);
  return (
    <div className="empty" tabIndex={-1} data-testid="no-urls">
      {filter === '' ? (
        <p>{tab ? `This crawl has no ${many} yet.` : 'No URL yet. They appear here as soon as the crawl sees them.'}</p>
      ) : (
        <p>
          No {one} matches <Foreign text={filter} />.
        </p>
      )}
      {shown.map(each => (
        <button key={each} type="button" className="btn" onClick={() => onTab(each)}>
          {each === ''
            ? `Show all ${countWords(matches?.[each] ?? 0)} URLs`
            : `Show ${plural(matches?.[each] ?? 0, ...nouns[each])}`}
          {filter !== '' && ` that ${matches?.[each] === 1 ? 'matches' : 'match'}`}
        </button>
      ))}
      {filter !== '' && (
        <button type="button" className="btn" onClick={onClear}>
          Remove the filter
        </button>
      )}
    </div>
  );
}
