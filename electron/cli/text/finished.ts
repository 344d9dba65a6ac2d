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

/** Codes of URLs that a number of the settings kept out. */
const limits: readonly ReasonCode[] = codesOf('limit', 'redirect').filter(
  code => reasons[code].stage === 'admission' && reasons[code].verdict === 'reject' && reasons[code].setting !== null,
);

const isLifted = (code: ReasonCode): boolean =>
  reasons[code].stage === 'admission' && reasons[code].verdict === 'reject' && reasons[code].setting?.takesEffect === 'on-resume';

/** The settings among those given that may admit URLs which they kept out. */
export const liftingSettings = (status: Pick<CrawlStatus, 'reasons'>, given: readonly GivenSetting[]): readonly GivenSetting[] =>
  given.filter(({ name }) =>
    codesOfSetting(name).some(code => isLifted(code) && status.reasons.some(row => row.reason === code && row.count > 0)),
  );

const lowerFirst = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/**
 * What `resume` says about a finished crawl: why it does nothing, which URLs the settings kept out, and how to crawl them.
 * `given`: the settings of the command line, none of which takes effect. `optionOf`: the option of a setting, '' for none.
 */
export function finishedText(
  { status, file }: { readonly status: CrawlStatus; readonly file: string },
  given: readonly GivenSetting[],
  optionOf: (name: keyof CrawlSettings) => string,
): string {
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const codes = given.length === 0 ? limits : given.flatMap(({ name }) => codesOfSetting(name));
  const kept = codes.filter(code => (counts.get(code) ?? 0) > 0);
  const useless = given.filter(({ name }) => !kept.some(code => reasons[code].setting?.name === name));
  const notApplied = optionsOf(given).join(', ');
  const failed = given.length === 0 ? codesOfSetting('maxAttempts').filter(code => (counts.get(code) ?? 0) > 0) : [];
  const lines = [
    `This crawl is finished: no URL is waiting.${given.length === 0 ? '' : ` Not applied: ${notApplied}.`}`,
    ...keptLines({ status, file }, kept, optionOf),
    ...failedLine(failed, counts, file),
    ...(useless.length === 0 ? [] : [`No URL was refused because of ${optionsOf(useless).join(' or ')}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** URLs whose attempts are used up, and how to request them again. */
function failedLine(codes: readonly ReasonCode[], counts: ReadonlyMap<string, number>, file: string): readonly string[] {
  if (codes.length === 0) return [];
  const parts = codes.map(code => `${count(counts.get(code) ?? 0, 'URL')} (${lowerFirst(reasons[code].title)})`);
  return [
    `No usable response: ${parts.join(', ')}. To request them again, with more attempts: crawlscope resume ${shellWord(file)} --attempts N`,
  ];
}

/** One line for those that a resume with other settings admits, one for those that only a new crawl admits. */
function keptLines(
  { status, file }: { readonly status: CrawlStatus; readonly file: string },
  kept: readonly ReasonCode[],
  optionOf: (name: keyof CrawlSettings) => string,
): readonly string[] {
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const seeds = status.seeds.length > seedsShown ? ['START-URLS'] : status.seeds.map(shellWord);
  const line = (
    codes: readonly ReasonCode[],
    command: readonly string[],
    how: string,
    after: readonly string[],
  ): readonly string[] => {
    if (codes.length === 0) return [];
    const parts = codes.map(code => `${count(counts.get(code) ?? 0, 'URL')} (${lowerFirst(reasons[code].title)})`);
    const names = new Set(codes.flatMap(code => reasons[code].setting?.name ?? []));
    const options = [...names].map(name => written[name] ?? `${optionOf(name)} N`);
    return [`Not crawled: ${parts.join(', ')}. ${how}: ${['crawlscope', ...command, ...options, ...after].join(' ')}`];
  };
  return [
    ...line(kept.filter(isLifted), ['resume', shellWord(file)], 'To crawl them', []),
    ...line(
      kept.filter(code => !isLifted(code)),
      ['crawl', ...seeds],
      'Only a new crawl can admit them',
      ['--out NEW.crawl'],
    ),
  ];
}

/** Options whose value is no number, as the user types them. Capitals stand for what only the user knows. */
const written: Readonly<Partial<Record<keyof CrawlSettings, string>>> = {
  scope: '--scope SCOPE',
  include: '--include INCLUDE',
  exclude: '--exclude EXCLUDE',
  follow: '--follow links',
  rewrites: '--rewrite ""',
  parameters: '--parameters ""',
  cleanParam: '--no-clean-param',
  hostLimits: "--host 'HOST pages=N'",
  prefixLimits: "--prefix-limit '/PREFIX/ N'",
  maxDurationMs: '--max-time TIME',
  failureGuard: '--failure-guard 0',
  releasedTraps: '--release-trap PATTERN',
  profile: '--profile PROFILE',
  siteRules: '--robots never:HOST',
  nofollowLinks: '--rel nofollow:follow',
  ugcLinks: '--rel ugc:follow',
  sponsoredLinks: '--rel sponsored:follow',
};

const optionsOf = (given: readonly GivenSetting[]): readonly string[] => [...new Set(given.map(({ option }) => option))];
