import { type CrawlLinks, crawlLinks } from '#core/graph/crawl-links.ts';
import { shownScore } from '#core/graph/link-score.ts';
import type { Steps } from '#core/steps.ts';
import { tenths } from '#storage/lists/link-scores.ts';
import { openGraphFile } from './graph-file.ts';

/** Link scores by id of a URL, in tenths; -1 for none. */
export function scoresById({ table, scores }: Pick<CrawlLinks, 'table' | 'scores'>): Int16Array {
  const { id } = table.numbers;
  let last = 0;
  for (let row = 0; row < table.size; row++) last = Math.max(last, id[row] as number);
  const values = new Int16Array(last + 1).fill(-1);
  for (let row = 0; row < table.size; row++) {
    const score = shownScore(scores, row);
    if (score !== null) values[id[row] as number] = Math.round(score * tenths);
  }
  return values;
}

/** Reads the links of a crawl file and computes the scores of its URLs: `scoresById`. Yields parts done: see `partsOfWork`. */
export function* readScores(path: string): Steps<Int16Array> {
  const file = openGraphFile(path);
  try {
    return scoresById(yield* crawlLinks(file.source));
  } finally {
    file.close();
  }
}
