import { codesOf, codesOfSetting, type ReasonCode, reasons } from '#shared/explain/reasons.ts';
import type { CrawlSettings, CrawlStatus } from '#shared/model/crawl.ts';
import { shellWord } from '../shell-words.ts';
import { count } from './units.ts';

/** A setting given on the command line. */
export interface GivenSetting {
  /** As typed: '--max-depth'. */
  readonly option: string;
  readonly name: keyof CrawlSettings;
}

const seedsShown = 3;

/** Codes of URLs that a number of the settings kept out for good. */
const limits: readonly ReasonCode[] = codesOf('limit', 'redirect').filter(
  code => reasons[code].stage === 'admission' && reasons[code].setting?.takesEffect === 'in-a-new-crawl',
);

const lowerFirst = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/**
 * What `resume` says about a finished crawl: why it does nothing, which URLs the settings kept out, and how to crawl them.
 * `given`: the settings of the command line, none of which takes effect. `optionOf`: the option of a setting, '' for none.
 */
export function finishedText(
  status: CrawlStatus,
  given: readonly GivenSetting[],
  optionOf: (name: keyof CrawlSettings) => string,
): string {
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const codes = given.length === 0 ? limits : given.flatMap(({ name }) => codesOfSetting(name));
  const kept = codes.filter(code => (counts.get(code) ?? 0) > 0);
  const useless = given.filter(({ name }) => !kept.some(code => reasons[code].setting?.name === name));
  const notApplied = given.map(({ option }) => option).join(', ');
  const lines = [
    `This crawl is finished: no URL is waiting.${given.length === 0 ? '' : ` Not applied: ${notApplied}.`}`,
    ...(kept.length === 0 ? [] : [keptLine(status, kept, optionOf)]),
    ...(useless.length === 0 ? [] : [`No URL was refused because of ${useless.map(({ option }) => option).join(' or ')}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function keptLine(status: CrawlStatus, kept: readonly ReasonCode[], optionOf: (name: keyof CrawlSettings) => string): string {
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const parts = kept.map(code => `${count(counts.get(code) ?? 0, 'URL')} (${lowerFirst(reasons[code].title)})`);
  const names = new Set(kept.flatMap(code => reasons[code].setting?.name ?? []));
  const options = [...names].map(name => `${optionOf(name)} ${placeholder(name)}`);
  const seeds = status.seeds.length > seedsShown ? ['START-URLS'] : status.seeds.map(shellWord);
  const command = ['crawlscope crawl', ...seeds, ...options, '--out NEW.crawl'].join(' ');
  return `Not crawled: ${parts.join(', ')}. Only a new crawl can admit them: ${command}`;
}

const placeholder = (name: keyof CrawlSettings): string =>
  name === 'scope' || name === 'include' || name === 'exclude' ? name.toUpperCase() : 'N';
