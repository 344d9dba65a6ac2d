import type { ExportList } from '#shared/export-list.ts';
import type { SignalCell } from '#shared/model/signals.ts';
import type { StoredValue } from '#storage/presets/list-part.ts';
import type { SignalLists } from '../signals/signal-lists.ts';
import { type ListSource, streamedParts } from './list-source.ts';

const ofAll = ['urls', 'example', 'response', 'sitemap', 'hreflang', 'conflicts'] as const;
const ofCrawler = ['robots', 'meta', 'header', 'canonical', 'result', 'why', 'rule'] as const;

/** The chosen cells: what is the same for all crawlers, then each crawler's signals and what it makes of them. */
export function signalSource(signals: SignalLists, { list, choice }: Extract<ExportList, { kind: 'signals' }>): ListSource {
  const { crawlers, cellCount } = signals.read(list, choice);
  function* rows(): Generator<StoredValue[]> {
    for (const cell of signals.cells(list, choice)) yield cells(cell);
  }
  const own = crawlers.flatMap(({ id }) => ofCrawler.map(name => (crawlers.length === 1 ? name : `${id}_${name}`)));
  return {
    columns: [...ofAll, ...own].map(name => ({ name, type: name === 'urls' ? ('integer' as const) : ('text' as const) })),
    parts: streamedParts(cellCount, rows()),
    sheetName: 'Signals',
  };
}

const cells = ({ urls, example, common, conflicts, crawlers }: SignalCell): StoredValue[] => [
  ...[urls, example, common.response, common.sitemap, common.hreflang, conflicts.join(', ')],
  ...crawlers.flatMap(({ signs, result, why, rule }) => [
    signs.robots,
    signs.meta,
    signs.header,
    signs.canonical,
    result,
    why,
    rule,
  ]),
];
