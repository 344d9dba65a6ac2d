import { sizeWords } from './size.ts';

/** What a crawl says whose stored pages reached a limit of so many bytes, and what can be done. */
export const storedLimitSentence = (limit: number): string =>
  `The limit of ${sizeWords(limit)} for stored pages is reached: of later pages the file has verdicts, facts and links, but not the text. A higher limit (--max-stored) stores the text of pages to come; for those passed by, crawl again with it.`;
