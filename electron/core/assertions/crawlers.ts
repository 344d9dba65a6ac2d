import type { CrawlerNames, CrawlerProfile } from '../crawlers/profile.ts';
import { profiles } from '../crawlers/profiles.ts';
import { didYouMean, editDistance } from '../query/near.ts';
import type { Dialect } from '../robots/dialect.ts';
import { dialectById, dialectIds } from '../robots/dialects/registry.ts';

/** A crawler of an assertion: its names and its dialect. */
export interface AssertedCrawler {
  /** Equal for crawlers that must reach the same verdicts. */
  readonly key: string;
  /** As written. */
  readonly label: string;
  readonly names: CrawlerNames;
  readonly dialect: Dialect;
}

export type CrawlerProblem = { readonly message: string; readonly fix: string };

/** The dialect for names that no profile has, and for the group for all robots. */
const ourDialect = 'crawlscope';

let byName: ReadonlyMap<string, CrawlerProfile> | null = null;

function profilesByName(): ReadonlyMap<string, CrawlerProfile> {
  const map = new Map<string, CrawlerProfile>();
  // Ids are the most exact, then tokens, then names; of several profiles with one token the first is the documented one.
  for (const name of ['id', 'productToken', 'name'] as const)
    for (const profile of profiles()) {
      const key = profile[name].toLowerCase();
      if (key !== '*' && !map.has(key)) map.set(key, profile);
    }
  return map;
}

const everybody: CrawlerNames = { productToken: '*', userAgent: '' };

/**
 * The crawler of a name such as `Googlebot`, `googlebot-image`, `MyBot@google` or `*`. `as` is the dialect of an `as` line above, null
 * for each crawler's own. A name one letter away from a known one counts as a typing error, unless a dialect follows it.
 */
export function crawlerNamed(written: string, as: Dialect | null): AssertedCrawler | CrawlerProblem {
  const at = written.lastIndexOf('@');
  const name = at < 0 ? written : written.slice(0, at);
  const dialectId = at < 0 ? null : written.slice(at + 1);
  const chosen = dialectId === null ? as : dialectById(dialectId.toLowerCase());
  if (dialectId !== null && chosen === null) return unknownDialect(dialectId);
  if (name === '') return { message: 'A crawler’s name is missing.', fix: 'Write a name such as Googlebot, or * for any other.' };
  byName ??= profilesByName();
  const profile = byName.get(name.toLowerCase());
  if (!profile && name !== '*') {
    if (!/^[\w.-]+$/.test(name))
      return {
        message: `“${name}” is no crawler’s name.`,
        fix: 'Names have letters, digits, “.”, “-” and “_”. Put a profile’s name with spaces in double quotes.',
      };
    const near = dialectId === null ? slipOf(name) : null;
    if (near !== null)
      return {
        message: `No crawler “${name}” is known, but ${near} is.`,
        fix: `Write ${near}, or ${name}@crawlscope to mean just that.`,
      };
  }
  const dialect = chosen ?? dialectById(profile?.dialect ?? ourDialect);
  if (!dialect) return unknownDialect(profile?.dialect ?? ourDialect);
  const names = profile ?? (name === '*' ? everybody : { productToken: name, userAgent: name });
  return { key: `${profile?.id ?? name}@${dialect.id}`, label: written, names, dialect };
}

/** Every profile this program knows, each in its own dialect or all in that of an `as` line. */
export function everyCrawler(as: Dialect | null): readonly AssertedCrawler[] {
  return profiles().flatMap(profile => {
    const dialect = as ?? dialectById(profile.dialect);
    return dialect ? [{ key: `${profile.id}@${dialect.id}`, label: profile.id, names: profile, dialect }] : [];
  });
}

export function unknownDialect(id: string): CrawlerProblem {
  const near = didYouMean(id, dialectIds()).trim();
  return { message: `There is no dialect “${id}”.`, fix: near === '' ? `Known: ${dialectIds().join(', ')}.` : near };
}

/** The known token one letter away, null where there is none. */
function slipOf(name: string): string | null {
  const typed = name.toLowerCase().slice(0, 40);
  if (typed.length < 5) return null;
  for (const { productToken } of profiles())
    if (productToken.length >= 5 && editDistance(typed, productToken.toLowerCase()) === 1) return productToken;
  return null;
}
