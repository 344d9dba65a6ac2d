import type { MatrixRow } from '#shared/model/matrix.ts';

/** Words and colours of the comparison of crawlers. */

export const matrixWords = { yes: 'May fetch', no: 'May not fetch', choice: 'Undecided', unknown: 'Unknown' } as const;
export const matrixTone = { yes: 'ok', no: 'bad', choice: 'warn', unknown: '' } as const;

/** The same in a narrow column. */
export const matrixShort = { yes: 'Yes', no: 'No', choice: 'Either', unknown: '–' } as const;

type Listing = NonNullable<MatrixRow['indexable']>;

export const listingWords: Readonly<Record<Listing, string>> = {
  yes: 'Yes',
  no: 'No',
  'url-only': 'URL only',
  choice: 'Either',
};
export const listingTone: Readonly<Record<Listing, string>> = { yes: 'ok', no: 'bad', 'url-only': 'warn', choice: 'warn' };
export const listingHints: Readonly<Record<Listing, string>> = {
  yes: 'No directive on the page or in its headers forbids listing it.',
  no: 'The page or its headers forbid listing it.',
  'url-only': 'The crawler may not read the page, but may show its URL without content if other pages link to it.',
  choice: 'The directives contradict each other, so the crawler may do either.',
};

type Following = NonNullable<MatrixRow['follow']>;

export const followWords: Readonly<Record<Following, string>> = { yes: 'Yes', no: 'No', hint: 'Hint', choice: 'Either' };
export const followTone: Readonly<Record<Following, string>> = { yes: 'ok', no: 'bad', hint: 'warn', choice: 'warn' };
export const followHints: Readonly<Record<Following, string>> = {
  yes: 'No directive forbids following the links of the page.',
  no: 'A directive forbids following the links, or the page cannot be read.',
  hint: 'Every link has rel=nofollow, which this crawler treats as a hint.',
  choice: 'The directives contradict each other, so the crawler may do either.',
};

/** A limit of characters in words. */
export const snippetWords = (limit: number): string => (limit < 0 ? 'Any' : limit === 0 ? 'None' : `${limit} chars`);
export const snippetTone = (limit: number): string => (limit < 0 ? 'ok' : limit === 0 ? 'bad' : 'warn');
