import type { MatrixRow } from '#shared/model/matrix.ts';

/** Words and colours of the comparison of crawlers. */

export const matrixWords = { yes: 'May fetch', no: 'May not fetch', choice: 'Free to choose', unknown: 'Unknown' } as const;
export const matrixTone = { yes: 'ok', no: 'bad', choice: 'warn', unknown: '' } as const;

type Listing = NonNullable<MatrixRow['indexable']>;

export const listingWords: Readonly<Record<Listing, string>> = {
  yes: 'May list',
  no: 'May not list',
  'url-only': 'Address only',
};
export const listingTone: Readonly<Record<Listing, string>> = { yes: 'ok', no: 'bad', 'url-only': 'warn' };
export const listingHints: Readonly<Record<Listing, string>> = {
  yes: 'Nothing on the page or in its headers forbids listing it.',
  no: 'The page or its headers forbid listing it.',
  'url-only': 'It may not read the page, but may list its bare address when something links to it.',
};
