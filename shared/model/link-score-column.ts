import type { NumberColumn, UrlColumn } from './url-column.ts';
import { urlColumns } from './url-columns.ts';

/**
 * The column of link scores. No table stores it: the links of the whole crawl are read first (docs/link-graph.md), when a list first needs
 * it. Scores are those of that moment until the links are read again.
 */
export const linkScoreColumn = {
  key: 'score',
  name: 'score',
  stored: '',
  kind: 'number',
  format: 'score',
  label: 'Link score',
  help: 'link score from 0 to 100 on a logarithmic scale, as the links were when they were last read',
  none: 'not internal, or its links count for another URL',
  inWords: 'link score',
  width: 108,
  shown: 'on-request',
  computed: 'link_score(u.id)',
  operator: { example: 'score:>50 or score:none', help: 'Link score: >50, 10..20, none' },
} as const satisfies NumberColumn;

/** The columns of every list of URLs of an open crawl, before those of custom rules. */
export const listedColumns: readonly UrlColumn[] = [...urlColumns, linkScoreColumn];
