import type { NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, alikeCheck, type Check, type FactsPage, groupCheck, threshold } from '../check.ts';
import { ofWords } from '../items.ts';
import { ofOlderHash } from '../older-hashes.ts';
import { cutReason } from './readable.ts';

const source = 'Google Search Central, Canonicalization';

/** A page without text, or of which only a part was read, is no copy of another as far as anybody knows. */
const withoutText = (page: FactsPage, site: AuditSite): NotCheckableReason | null =>
  page.facts.textHash === undefined ? 'too-short' : (cutReason(page) ?? ofOlderHash(page, site));

const withoutSignature = (page: FactsPage, site: AuditSite): NotCheckableReason | null =>
  page.facts.signature === undefined ? 'too-short' : (cutReason(page) ?? ofOlderHash(page, site));

/** Checks of pages with the same text, and with nearly the same. */
export const duplicateChecks: readonly Check[] = [
  groupCheck({
    id: 'content.exact_dup',
    name: 'Exact duplicate',
    group: 'content',
    type: 'issue',
    priority: 'H',
    population: 'indexable',
    trigger: 'Another indexable page has the same main content, word for word; markup and white space do not count.',
    why: 'Search engines list one of the copies only, and links are divided among them.',
    fix: 'Keep one URL. Redirect the others to it, or let their canonical name it.',
    sources: [source],
    cannot: withoutText,
    key: ({ facts }) => facts.textHash ?? null,
    items: ({ facts }) => [ofWords(facts.text.words)],
  }),
  alikeCheck({
    id: 'content.near_dup',
    name: 'Near duplicate',
    group: 'content',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger:
      'The main content is at least so similar to that of another indexable page, by the share of runs of five words that both have. Exact ' +
      'duplicates are among them.',
    why: 'Search engines may take the pages for copies and list one of them only.',
    fix: 'Join the pages, let the canonical of one name the other, or say on each what is special about it.',
    sources: [source, 'Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, chapter 3'],
    thresholds: { least: threshold(90, 'Similarity', '%', 50, 100) },
    cannot: withoutSignature,
    similarity: ({ least }) => least / 100,
  }),
  groupCheck({
    id: 'content.dup_no_canonical',
    name: 'Duplicates without a canonical',
    group: 'content',
    type: 'issue',
    priority: 'H',
    population: 'indexable',
    trigger: 'Indexable pages have the same main content, and the canonical of none of them names another.',
    why: 'Search engines choose the copy to list by themselves.',
    fix: 'Let the canonical of all copies name the one that is to be listed.',
    sources: [source],
    cannot: withoutText,
    key: ({ facts }) => facts.textHash ?? null,
    items: ({ facts }) => [ofWords(facts.text.words)],
    keeps(members) {
      const ids = new Set(members.map(({ id }) => id));
      return members.every(({ id, canonicalId }) => canonicalId === id || !ids.has(canonicalId));
    },
  }),
  groupCheck({
    id: 'content.mirror',
    name: 'Mirror on another host',
    group: 'content',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger: 'An indexable page of another host of this crawl has the same main content, word for word.',
    why: 'Search results then show two links to two servers with the same content. In 1997 a URL meta element was proposed for mirrors.',
    fix: 'Let the canonical of the mirror name the page of the main host, or redirect to it.',
    sources: [source, 'An article on robots of 1997'],
    cannot: withoutText,
    key: ({ facts }) => facts.textHash ?? null,
    items: ({ facts }) => [ofWords(facts.text.words)],
    keeps: members => new Set(members.map(({ url }) => hostOf(url))).size > 1,
  }),
];

/** Host and port of a URL: http and https of one host are no mirrors. */
const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
