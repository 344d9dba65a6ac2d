import { cellOf } from '#shared/model/url-column.ts';
import type { UrlCells } from '#shared/model/url-columns.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { type CopyFormat, copyText } from '../../ui/grid/copy-rows.ts';
import type { RowSelection } from '../../ui/grid/row-selection.ts';
import { countWords, plural } from '../../ui/text/format.ts';

/** A clipboard takes more, the programs one pastes into do not. */
const mostCopied = 50_000;
const rowsOfCall = 1_000;

type Ranges = RowSelection['ranges'];

/** The rows of ranges of a list, at most so many. */
async function rowsOf(view: number, ranges: Ranges, most: number, columns: string[]): Promise<UrlCells[]> {
  const rows: UrlCells[] = [];
  for (const [first, last] of ranges)
    for (let from = first; from <= last && rows.length < most; from += rowsOfCall) {
      const limit = Math.min(rowsOfCall, last - from + 1, most - rows.length);
      rows.push(...(await client.call('urls.rows', { view, from, limit, columns })));
    }
  return rows;
}

/**
 * Copies rows of a list. Ranges are positions; null means the whole list. `crawler`: the crawler whose verdicts
 * become assertions.
 */
export function useCopy(view: number, count: number, crawler: string) {
  const { toast } = useActions();
  const guarded = async (what: string, work: () => Promise<string>): Promise<void> => {
    try {
      toast(await work());
    } catch (error) {
      toast(`${what} could not be copied: ${messageOf(error)}`, 'problem');
    }
  };
  return {
    rows: (format: CopyFormat, ranges: Ranges | null, columns: readonly { readonly key: string; readonly label: string }[]) =>
      guarded('The rows', async () => {
        const wanted = ranges ?? [[0, count - 1]];
        const rows = await rowsOf(
          view,
          wanted,
          mostCopied,
          columns.map(({ key }) => key),
        );
        const text = copyText(
          format,
          columns,
          rows.map(row => columns.map(column => cellOf(row, column))),
        );
        await navigator.clipboard.writeText(text);
        const all = wanted.reduce((sum, [first, last]) => sum + last - first + 1, 0);
        if (rows.length < all)
          return `The first ${countWords(rows.length)} of ${countWords(all)} rows copied; narrow the list with a filter to copy the rest`;
        return `${plural(rows.length, 'row')} copied`;
      }),
    url: (url: string) =>
      guarded('The URL', async () => {
        await navigator.clipboard.writeText(url);
        return 'URL copied';
      }),
    assertions: (ranges: Ranges | null) =>
      guarded('The assertions', async () => {
        const made = await client.call('assertions.create', { crawler, rows: { view, ranges: ranges ?? [[0, count - 1]] } });
        await navigator.clipboard.writeText(made.text);
        return `Assertions about ${made.more ? 'the first ' : ''}${plural(made.urls, 'URL')} copied`;
      }),
  };
}
