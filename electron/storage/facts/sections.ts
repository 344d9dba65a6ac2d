import type { OddLink, TextFacts } from '#shared/model/page-facts.ts';

/**
 * The packed form of `page.facts`, described in docs/crawl-file.md: a byte for the version, sections, a directory of them, and two bytes
 * for the size of the directory. A new fact is a new section: readers pass over those that they do not know.
 */
export const packedForm = 1;
/** As `packedForm`, and refers to texts that its page has as columns: `own-texts.ts`. */
export const ownTextsForm = 2;
/** JSON in UTF-8 follows, because the packed form does not hold all of it. Damaged facts of older files are kept this way. */
export const jsonForm = 0;

/** Numbers of the sections. They never change. */
export const section = {
  page: 1,
  text: 2,
  document: 3,
  bases: 4,
  titles: 5,
  descriptions: 6,
  keywords: 7,
  viewports: 8,
  robots: 9,
  canonicals: 10,
  hreflangs: 11,
  next: 12,
  prev: 13,
  amp: 14,
  mobile: 15,
  icons: 16,
  feeds: 17,
  social: 18,
  headings: 19,
  images: 20,
  forms: 21,
  notes: 22,
  oddLinks: 23,
  paths: 24,
  fragments: 25,
  ids: 26,
  textHash: 27,
  signature: 28,
  structured: 29,
  dropped: 30,
} as const;
export const mostSections = 64;

/** Words that are written by their position, as `elementNotes` are. Lists only grow, at the end. */
export const areas: readonly TextFacts['area'][] = ['chosen', 'main', 'article', 'rest'];
export const oddReasons: readonly OddLink['why'][] = ['javascript', 'malformed', 'scheme-typo', 'hash-bang'];
