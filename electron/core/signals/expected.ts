import { engineRule } from '#shared/explain/verdict-words.ts';
import type { PageVerdict, VerdictReason, VerdictReasonId } from '#shared/model/directives.ts';
import type { CellCrawler, SignalResult } from '#shared/model/signals.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import { engineById } from '../directives/engines.ts';
import type { CrawlerPart } from './cell-codes.ts';

/**
 * What a search engine is expected to do with the URLs of a cell, from the verdict on one of them (`pageVerdict`). A canonical to
 * another URL is a hint to list that URL; where that URL cannot be listed, engines differ.
 */
export function expected(profile: CrawlerProfile, part: CrawlerPart, verdict: PageVerdict): Omit<CellCrawler, 'signs'> {
  const result = resultOf(profile, part, verdict);
  const { sentence, rule } = reasonOf(profile, part, verdict, result);
  return { profile: profile.id, result, why: sentence, rule };
}

function resultOf({ listsNothing }: CrawlerProfile, { canonical }: CrawlerPart, { crawl, index }: PageVerdict): SignalResult {
  if (listsNothing) return 'lists-nothing';
  if (index === 'choice') return 'may-vary';
  if (index === 'no') return 'not-indexed';
  if (index !== 'yes') return index;
  if (crawl === 'choice') return 'may-vary';
  if (canonical === 'other') return 'not-indexed';
  return canonical === 'conflict' || canonical.startsWith('to-') ? 'may-vary' : 'indexed';
}

const robotsSource = 'RFC 9309, section 1: robots.txt is no access control; Google Search Central, Introduction to robots.txt';

/** Reasons that decide a result, the most telling first. */
const telling: Readonly<Record<SignalResult, readonly VerdictReasonId[]>> = {
  'url-only': ['noindex-behind-block', 'canonical-behind-block', 'blocked-but-listed'],
  'not-indexed': [
    'site-removed',
    'redirect',
    'status-4xx',
    'status-5xx',
    'meta-noindex',
    'header-noindex',
    'unavailable-after',
    'canonical-elsewhere',
  ],
  'may-vary': ['robots-choice', 'canonical-conflict'],
  unknown: ['not-fetched', 'redirect'],
  indexed: ['canonical-ignored', 'canonical-invalid', 'overruled', 'ignored-directive', 'meta-other-agent', 'header-other-agent'],
  'lists-nothing': [],
};

interface Given {
  readonly sentence: string;
  readonly rule: string;
}

function reasonOf(profile: CrawlerProfile, { canonical }: CrawlerPart, verdict: PageVerdict, result: SignalResult): Given {
  if (result === 'lists-nothing') return { sentence: `${profile.name} shows no pages to searchers.`, rule: profile.source };
  if (result === 'may-vary' && canonical.startsWith('to-')) {
    const sentence = `The canonical is a URL that ${targetWords[canonical] ?? targetWords['to-unknown']}, so the engine may list this page after all.`;
    return { sentence, rule: engineRule('canonical', engineById(profile.directives).canonical) };
  }
  const found = firstOf(verdict.reasons, telling[result]);
  if (found) return { sentence: found.sentence, rule: found.rule || (result === 'url-only' ? robotsSource : '') };
  if (result === 'indexed') return { sentence: 'Nothing in robots.txt, headers or page keeps it out.', rule: '' };
  if (result === 'may-vary') return { sentence: 'robots.txt leaves the choice to the crawler.', rule: '' };
  return verdict.crawl === 'unknown'
    ? { sentence: 'No response for /robots.txt is stored.', rule: '' }
    : { sentence: 'Too little of this URL is stored.', rule: '' };
}

const firstOf = (reasons: readonly VerdictReason[], ids: readonly VerdictReasonId[]): VerdictReason | null => {
  for (const id of ids) {
    const found = reasons.find(reason => reason.id === id);
    if (found) return found;
  }
  return null;
};

const targetWords: Readonly<Record<string, string>> = {
  'to-blocked': 'robots.txt blocks',
  'to-redirect': 'redirects',
  'to-error': 'returns an error',
  'to-noindex': 'says noindex',
  'to-chain': 'has another canonical itself',
  'to-unknown': 'this crawl has not read',
};
