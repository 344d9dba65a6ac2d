import { titleOf } from '#shared/explain/describe.ts';
import type { ReasonFamily } from '#shared/explain/reasons/reason.ts';
import { codesOf, codesOfSetting, endingLimits, pageLimitsOfParts, type ReasonCode, reasons } from '#shared/explain/reasons.ts';
import { urlCounts } from '#shared/explain/url-counts.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { shellWord } from '../shell-words.ts';
import { count } from './units.ts';

/** A crawl that fetched no more pages than this is summed up with why. */
export const few = 2;
/** The first seeds are explained, as far as there is something to say. */
export const seedsShown = 3;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

function seedReason(seed: UrlExplanation): string {
  const target = seed.facts?.redirectTo ?? '';
  if (target !== '' && hostOf(target) !== hostOf(seed.url))
    return `${seed.url} redirects to ${target}, on another host. Crawl that one: crawlscope crawl ${shellWord(target)}`;
  if (seed.mayFetch.verdict !== 'yes') return `${seed.url}: ${seed.mayFetch.sentence}`;
  if (seed.facts?.state === 'failed') return `${seed.url}: ${seed.headline}`;
  if (seed.linksFollowed.verdict === 'no' || seed.linksFollowed.verdict === 'none')
    return `${seed.url}: ${seed.linksFollowed.sentence}`;
  return '';
}

/** Why a crawl ended after one or two pages, most telling first; empty when it fetched more. */
export function whyFewPages(status: CrawlStatus, seeds: readonly UrlExplanation[]): string[] {
  if (status.fetched > few) return [];
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const total = (codes: readonly ReasonCode[]): number => codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  const list = (where: string): string => `crawlscope urls ${shellWord(status.file)} --where ${where}`;
  const stopped = (family: ReasonFamily): readonly ReasonCode[] =>
    codesOf(family).filter(code => reasons[code].stage === 'admission');
  const outside = total(codesOf('scope'));
  const blocked = total(codesOf('robots-blocked'));
  const limited = total(codesOfSetting('maxPages'));
  const deep = total(codesOfSetting('maxDepth'));
  const patterns = total(codesOf('pattern'));
  const nofollow = total(stopped('nofollow'));
  const { scope, maxPages, maxDepth } = status.settings;
  return [
    ...seeds
      .slice(0, seedsShown)
      .map(seedReason)
      .filter(line => line !== ''),
    ...(outside > 0 ? [`${count(outside, 'URL')} outside the scope “${scope}”: ${list('reason:scope-*')}`] : []),
    ...(blocked > 0 ? [`${count(blocked, 'URL')} blocked by robots.txt: ${list(urlCounts.blocked.filter)}`] : []),
    ...(patterns > 0 ? [`${count(patterns, 'URL')} excluded by --include or --exclude.`] : []),
    ...(nofollow > 0
      ? [`${count(nofollow, 'URL')} linked only with nofollow: ${list(`reason:${stopped('nofollow').join()}`)}`]
      : []),
    ...(limited > 0
      ? [`The page limit of ${maxPages} was reached with ${count(limited, 'URL')} waiting. Resume with a higher --max-pages.`]
      : []),
    ...[...endingLimits, ...pageLimitsOfParts]
      .filter(code => code !== 'page-limit' && (counts.get(code) ?? 0) > 0)
      .map(code => `${count(counts.get(code) ?? 0, 'URL')}: ${titleOf(code)}. ${reasons[code].advice}`),
    ...(deep > 0 ? [`${count(deep, 'URL')} deeper than --max-depth ${maxDepth}.`] : []),
  ];
}
