import { RpcError } from '#shared/rpc/errors.ts';
import type { Steps } from '../../steps.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { isInternal } from '../stands-for.ts';
import type { GraphTable } from './table.ts';

/** A link with a text (a, area), as it is stored. Those of one page come one after the other. */
export interface TextLink {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isNofollow: boolean;
}

/** Different texts of one target that are kept; the others count as one row. */
const mostTextsOfTarget = 1_000;
/** Rows at most: about 300 MB. */
const mostRows = 2_000_000;
const linksOfStep = 4_096;

/** Stands for the texts of a target beyond the limit. */
export const otherTexts = '(other texts)';

/**
 * The texts of the links to each internal URL, or to one URL. Throws an RpcError if there are too many. Yields the ids of the pages that are
 * read.
 */
export function* anchorTable(
  { table }: Pick<CrawlLinks, 'table'>,
  links: Iterable<TextLink>,
  target: number | null,
): Steps<GraphTable> {
  const rows = new Map<string, number>();
  const textsOf = new Map<number, number>();
  const targets: number[] = [];
  const texts: string[] = [];
  const [counts, pages, nofollow, last]: number[][] = [[], [], [], []];
  const add = (list: number[] | undefined, place: number, by: number): void => {
    if (list) list[place] = (list[place] ?? 0) + by;
  };
  let read = 0;
  for (const { from, to, text, isNofollow } of links) {
    if (++read % linksOfStep === 0) yield from;
    const row = table.rowOf(to);
    if (row < 0 || (target === null ? !isInternal(table, row) : row !== target)) continue;
    const known = textsOf.get(row) ?? 0;
    let key = `${row} ${text}`;
    if (known >= mostTextsOfTarget && !rows.has(key)) key = `${row} ${otherTexts}`;
    let place = rows.get(key);
    if (place === undefined) {
      if (rows.size === mostRows)
        throw new RpcError('refused', `There are more than ${mostRows} different anchor texts. Choose one target.`);
      place = targets.push(row) - 1;
      texts.push(key.slice(key.indexOf(' ') + 1));
      rows.set(key, place);
      textsOf.set(row, known + 1);
    }
    add(counts, place, 1);
    add(nofollow, place, isNofollow ? 1 : 0);
    if (last?.[place] !== from) add(pages, place, 1);
    if (last) last[place] = from;
  }
  return {
    size: targets.length,
    columns: {
      target: at => table.url(targets[at] as number),
      text: at => texts[at] as string,
      links: at => counts?.[at] ?? 0,
      pages: at => pages?.[at] ?? 0,
      nofollow: at => nofollow?.[at] ?? 0,
    },
  };
}
