import type { Steps } from '../../steps.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { isInternal } from '../stands-for.ts';
import { PairSums } from './pair-sums.ts';
import type { GraphTable } from './table.ts';

/** A link with a text (a, area), as it is stored. Those of one page come one after the other. */
export interface TextLink {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isNofollow: boolean;
}

/** What is kept of the texts. Texts beyond it count as one row of their target. */
export interface AnchorLimits {
  /** Different texts of one target. */
  readonly ofTarget: number;
  /** Rows of all targets: 24 bytes each. */
  readonly rows: number;
  /** Different texts of all targets: about 150 bytes each. */
  readonly texts: number;
}

const usualLimits: AnchorLimits = { ofTarget: 1_000, rows: 10_000_000, texts: 2_000_000 };
const linksOfStep = 4_096;

/** Stands for the texts of a target beyond the limit. */
export const otherTexts = '(other texts)';

/**
 * The texts of the links to each internal URL, or to one URL: one pass over the links, which counts by numbers of targets and texts.
 * Yields the ids of the pages that are read.
 */
export function* anchorTable(
  { table }: Pick<CrawlLinks, 'table'>,
  links: Iterable<TextLink>,
  target: number | null,
  limits: AnchorLimits = usualLimits,
): Steps<GraphTable> {
  const sums = new PairSums();
  const numbers = new Map<string, number>([[otherTexts, 0]]);
  const texts = [otherTexts];
  const textsOf = new Int32Array(table.size);
  let isCut = false;
  let read = 0;
  for (const { from, to, text, isNofollow } of links) {
    if (++read % linksOfStep === 0) yield from;
    const row = table.rowOf(to);
    if (row < 0 || (target === null ? !isInternal(table, row) : row !== target)) continue;
    let number = numbers.get(text);
    let place = number === undefined ? -1 : sums.find(row, number);
    if (place < 0) {
      const isFull = sums.size >= limits.rows || (number === undefined && texts.length >= limits.texts);
      if (isFull || (textsOf[row] as number) >= limits.ofTarget) {
        isCut ||= isFull;
        number = 0;
      } else if (number === undefined) {
        number = texts.push(text) - 1;
        numbers.set(text, number);
      }
      place = sums.placeOf(row, number as number);
      textsOf[row] = (textsOf[row] as number) + 1;
    }
    sums.add(place, from, isNofollow);
  }
  const { first: targets, second: numberOf } = sums;
  return {
    size: sums.size,
    columns: {
      target: at => table.url(targets[at] as number),
      text: at => texts[numberOf[at] as number] as string,
      links: at => sums.counts[at] as number,
      pages: at => sums.pages[at] as number,
      nofollow: at => sums.marked[at] as number,
    },
    keyed: {
      target: { numbers: targets.subarray(0, sums.size), text: table.url },
      text: { numbers: numberOf.subarray(0, sums.size), text: number => texts[number] as string },
    },
    ...(isCut && {
      note: `This crawl has more than ${sums.size} pairs of a target and a text, or ${texts.length} texts. Further texts count as “${otherTexts}” of their target. For all texts of one target: crawlscope graph F.crawl --list anchors --to URL`,
    }),
  };
}
