import type { ReasonCode } from '../explain/reasons.ts';
import type { CrawlSettings } from './crawl.ts';

/** The settings that say which URLs belong to a crawl, as far as they can be tried on URLs that are stored or typed. */
export const scopeSettings = [
  'scope',
  'follow',
  'internalHosts',
  'rewrites',
  'parameters',
  'cleanParam',
  'include',
  'exclude',
] as const satisfies readonly (keyof CrawlSettings)[];
export type ScopeSettings = Pick<CrawlSettings, (typeof scopeSettings)[number]>;

/** Most URLs that can be typed, and most stored URLs that are tried. */
export const scopeTrialLimits = { typed: 100, stored: 200_000, examples: 5 } as const;

/** Stored URLs with which the settings do the same. */
export interface ScopeGroup {
  /** Null: they are taken. */
  readonly reason: ReasonCode | null;
  /** The pattern, rule or setting that decides; '' where the URL is taken. */
  readonly rule: string;
  readonly urls: number;
  /** Of them: those that the settings of the crawl take now, and these do not, or the other way round. */
  readonly changed: number;
  /** The first few. */
  readonly examples: readonly string[];
}

export interface TriedUrl {
  /** As typed. */
  readonly typed: string;
  readonly isTaken: boolean;
  readonly sentence: string;
}

/** What settings would do to the HTTP URLs of a crawl and to typed ones, as if an ordinary link led to each. */
export interface ScopeTrial {
  readonly tried: number;
  /** URLs in the file, also those that are no HTTP URLs. */
  readonly stored: number;
  readonly groups: readonly ScopeGroup[];
  readonly typed: readonly TriedUrl[];
}
