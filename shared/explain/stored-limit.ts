import { sizeWords } from './size.ts';

/**
 * What a crawl says whose stored pages reached a limit of `reached` bytes, and what can be done. `now` is the limit of the
 * settings as they are today in bytes; 0 means none.
 */
export const storedLimitSentence = (reached: number, now: number): string =>
  now === reached
    ? `The limit of ${sizeWords(reached)} for stored pages is reached. Of later pages the file has verdicts, facts and links, but not the text. A higher limit (--max-stored) stores the text of pages to come. For those passed by, crawl again with it.`
    : `The limit of ${sizeWords(reached)} for stored pages was reached. ${now === 0 ? 'There is no limit now' : `It is ${sizeWords(now)} now`}. Of pages passed by before, the file has verdicts, facts and links, but not the text: crawl again to have it.`;

/** Why a page without its stored text is not rendered, and what helps. `isLimited`: the limit for stored pages was reached. */
export const notStoredSentence = (isLimited: boolean): string =>
  isLimited
    ? 'Its response is not stored, because the limit for stored pages was reached. To render it, crawl again with a higher limit (--max-stored).'
    : 'Its response is not stored. To render it, crawl again and store pages.';
