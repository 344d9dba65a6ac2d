import { resultLabels, signalLabels, valueLabel } from '#shared/explain/signal-words.ts';
import {
  type CrawlerSignal,
  isCrawlerSignal,
  type SignalCell,
  type SignalName,
  type SignalResult,
  type SignalTableView,
  signalNames,
} from '#shared/model/signals.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { countWords } from '../../ui/text/format.ts';

export const resultTones: Readonly<Record<SignalResult, string>> = {
  indexed: 'ok',
  'url-only': 'warn',
  'not-indexed': 'bad',
  'may-vary': 'warn',
  unknown: '',
  'lists-nothing': '',
};

const widths: Readonly<Record<SignalName, number>> = {
  robots: 84,
  response: 106,
  meta: 96,
  header: 104,
  canonical: 124,
  sitemap: 76,
  hreflang: 84,
};

/** What the crawlers see differs. */
const differs = ({ crawlers }: SignalCell, signal: CrawlerSignal): boolean =>
  crawlers.some(({ signs }) => signs[signal] !== crawlers[0]?.signs[signal]);

function wordsOf(cell: SignalCell, signal: SignalName): string {
  if (!isCrawlerSignal(signal)) return valueLabel(signal, cell.common[signal]);
  const first = valueLabel(signal, cell.crawlers[0]?.signs[signal] ?? '');
  return differs(cell, signal) ? `${first} *` : first;
}

/** The columns of the table: counts, signals as the first crawler sees them, and what each crawler makes of them. */
export function cellColumns(
  crawlers: SignalTableView['crawlers'],
  nameOf: (conflict: string) => string,
): readonly GridColumn<SignalCell>[] {
  const nameOfCrawler = (id: string): string => crawlers.find(each => each.id === id)?.name ?? id;
  return [
    { key: 'urls', label: 'URLs', width: 76, end: true, cell: cell => countWords(cell.urls) },
    ...signalNames.map(
      (signal): GridColumn<SignalCell> => ({
        key: signal,
        label: signalLabels[signal],
        width: widths[signal],
        cell: cell => wordsOf(cell, signal),
        hint: cell =>
          isCrawlerSignal(signal) && differs(cell, signal)
            ? cell.crawlers
                .map(({ profile, signs }) => `${nameOfCrawler(profile)}: ${valueLabel(signal, signs[signal])}`)
                .join('\n')
            : undefined,
      }),
    ),
    ...crawlers.map(
      ({ id, name }, at): GridColumn<SignalCell> => ({
        key: `result-${id}`,
        label: name,
        about: `What ${name} is expected to do, by its documentation`,
        width: 96,
        cell: cell => resultLabels[cell.crawlers[at]?.result ?? 'unknown'],
        tone: cell => `tone-${resultTones[cell.crawlers[at]?.result ?? 'unknown']}`,
        hint: cell => cell.crawlers[at]?.why,
      }),
    ),
    {
      key: 'conflicts',
      label: 'Conflicts',
      width: 240,
      grow: true,
      cell: cell => cell.conflicts.map(nameOf).join('; '),
      hint: cell => cell.conflicts.map(nameOf).join('\n') || undefined,
    },
  ];
}
