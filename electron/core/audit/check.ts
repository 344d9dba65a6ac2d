import type { CheckInfo, FindingItem, NotCheckableReason, Threshold } from '#shared/model/audit.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { LinkFacts, PageFacts } from '#shared/model/page-facts.ts';
import type { RenderedPage } from '#shared/model/rendered-facts.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import type { Baseline } from './baseline.ts';
import type { LinkMarks } from './link-marks.ts';
import type { Relations } from './relations.ts';
import type { AuditSource, HostRow, PageLinks, ResponseRow, SitemapAlternates, SitemapRow, UrlRow } from './source.ts';

/** A URL as checks see it: its row, and what follows from it. */
export interface AuditUrl extends UrlRow {
  /** Internal, final status 2xx, HTML. */
  readonly isPage: boolean;
  /** A page that may be fetched and listed and has no canonical elsewhere. */
  readonly isIndexable: boolean;
  readonly isBlocked: boolean;
  /** A canonical names another URL. */
  readonly isCanonicalised: boolean;
  /**
   * A response with a status of 400 or higher, or no response after all attempts. Never true of a URL that refuses
   * checks or was never requested.
   */
  readonly isBroken: boolean;
}

export interface AuditLink extends LinkFacts {
  readonly seq: number;
  readonly to: AuditUrl;
  readonly kind: LinkKind;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A click leads there: a, area, frame, iframe. */
  readonly isHyperlink: boolean;
  readonly isNofollow: boolean;
}

export interface AuditHeader {
  readonly value: string;
  /** Index into the response headers. */
  readonly index: number;
}

/** A URL with a response. `facts` is null unless it is HTML with status 2xx and facts were stored. */
export interface AuditPage {
  readonly url: AuditUrl;
  readonly response: ResponseRow;
  readonly facts: PageFacts | null;
  readonly links: readonly AuditLink[];
  /** What its links have in common: most checks see from it that none of them is a hit, and do not need `links`. */
  readonly marks: LinkMarks;
  /** The links as they are stored. */
  readonly stored: PageLinks;
  /** Hits are only counted: a check that looks at links may leave its evidence out. */
  readonly isCounted: boolean;
  /** hreflang in a sitemap; null: none. */
  readonly alternates: SitemapAlternates | null;
  /** The bytes of `facts.signature`; null for none. */
  readonly signature: () => Uint8Array | null;
  /** How its rendering ended that obeyed robots.txt; null: it was not rendered. */
  readonly rendering: RenderedPage | null;
  /** The URL to which the element at this byte leads, such as a link element; null where it is none of the crawl. */
  targetAt(start: number): AuditUrl | null;
  /** First header of this name (lower case), null for none. */
  header(name: string): AuditHeader | null;
  headers(name: string): readonly AuditHeader[];
}

/** A page whose facts are stored. */
export interface FactsPage extends AuditPage {
  readonly facts: PageFacts;
}

/**
 * Counts of the links to a URL. Each linking page counts once; links of a page to itself do not count. Only links
 * that a click follows (a, area, frame, iframe).
 */
export interface InlinkCounts {
  /** Pages with a link without nofollow. */
  readonly followed: number;
  /** Pages whose links all say nofollow, or that say nofollow as a whole. */
  readonly nofollow: number;
  /** Indexable pages among both. */
  readonly indexable: number;
}

export interface AuditSite {
  readonly source: AuditSource;
  /** Hits are only counted now: evidence that a check would have to look up may be left out. */
  isCounting: boolean;
  /** The row of an id; null for an id that no row has. */
  url(id: number): AuditUrl | null;
  byAddress(url: string): AuditUrl | null;
  /** The links between the URLs; read at the first call, and kept. */
  graph(): SiteGraph;
  urls(): Iterable<AuditUrl>;
  /** Origins that have URLs within the scope of the crawl. */
  ownOrigins(): ReadonlySet<number>;
  /** The ids of all URLs of an origin, rising. */
  urlsOf(originId: number): Int32Array;
  page(id: number): AuditPage | null;
  inlinks(id: number): InlinkCounts;
  /** How pages refer to a URL: whether any link of this kind leads to it. */
  isLinkedAs(id: number, kind: LinkKind): boolean;
  /** What pages say about each other by hreflang, rel=next and rel=amphtml. Complete only after all pages were read. */
  readonly relations: Relations;
  readonly hosts: readonly HostRow[];
  readonly sitemaps: readonly SitemapRow[];
  /** An earlier crawl of the site to compare with; null: none was given. */
  readonly baseline: Baseline | null;
  /** When the crawl was made, epoch milliseconds: "now" for dates on pages. */
  readonly at: number;
}

/** Null: passed. A reason: could not be checked. A list of items: a hit; it may be empty where something is missing. */
export type Verdict = null | NotCheckableReason | readonly FindingItem[];

/** A hit whose evidence nobody asked for: see `AuditPage.isCounted`. */
export const countedHit: readonly FindingItem[] = [];

/** Thresholds in force, by name. */
export type Limits<T extends string = string> = Readonly<Record<T, number>>;

interface AnyCheck<T extends string> extends Omit<CheckInfo, 'thresholds'> {
  readonly thresholds?: Readonly<Record<T, Threshold>>;
}

/** Looks at pages with facts (internal, 2xx, HTML), or at the indexable ones. */
export interface PageCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'page';
  /** Pages that are outside the population, such as pages without any canonical. Absent: none. */
  applies?(page: FactsPage): boolean;
  /**
   * Whether a URL can belong to the population, judged by its address alone. Used where the page was never read.
   * Absent: any URL may belong.
   */
  mayApply?(url: AuditUrl): boolean;
  test(page: FactsPage, limits: Limits<T>, site: AuditSite): Verdict;
  /** Names what hits on several pages have in common, such as the place in a template; undefined: nothing. */
  cause?(page: FactsPage, items: readonly FindingItem[]): string | undefined;
}

/** Looks at any URL with a response, HTML or not: headers, sizes, times. */
export interface ResponseCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'response';
  applies?(page: AuditPage): boolean;
  /** As that of `PageCheck`. */
  mayApply?(url: AuditUrl): boolean;
  test(page: AuditPage, limits: Limits<T>, site: AuditSite): Verdict;
}

/** Looks at URLs after all pages were read: rows and inlinks, no page. */
export interface UrlCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'url';
  /** It looks at the links of the whole crawl, which each thread would read for itself: one thread runs it. */
  readonly readsGraph?: true;
  applies?(url: AuditUrl, site: AuditSite): boolean;
  test(url: AuditUrl, limits: Limits<T>, site: AuditSite): Verdict;
}

/** Pages that share something. A group of two or more is a hit for each member. */
export interface GroupCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'group';
  applies?(page: FactsPage): boolean;
  /** Why a page cannot belong to a group; null: it can. Absent: every page can. */
  cannot?(page: FactsPage, site: AuditSite): NotCheckableReason | null;
  /** What members share; null: the page belongs to no group and passes. A page of several groups counts once. */
  key(page: FactsPage, limits: Limits<T>): string | readonly string[] | null;
  /** The member's own evidence. `isShared`: whether a group of this key was kept. */
  items(page: FactsPage, isShared: (key: string) => boolean): readonly FindingItem[];
  /** Keeps or drops a group of two and more, members in order of ids. Absent: keeps. */
  keeps?(members: readonly AuditUrl[], site: AuditSite, limits: Limits<T>): boolean;
  /** Names the group of a member by its evidence. Absent: groups are numbered. */
  cause?(page: FactsPage, items: readonly FindingItem[]): string | undefined;
}

/** Pages with similar texts, by their signatures. Each page that is similar to another is a hit. */
export interface AlikeCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'alike';
  applies?(page: FactsPage): boolean;
  /** Why a page cannot be compared; null: it can. */
  cannot(page: FactsPage, site: AuditSite): NotCheckableReason | null;
  /** Pages count as similar from this similarity, 0.5 to 1. */
  similarity(limits: Limits<T>): number;
}

/** One subject of a site check: what it looked at, by URL or origin, and the verdict. */
export interface SiteVerdict {
  readonly url: string;
  /** The id of the URL where the subject is one of the crawl, 0 otherwise. */
  readonly id: number;
  readonly verdict: Verdict;
  readonly group?: string;
}

/** Looks at hosts, sitemap files, entries or the crawl as a whole, after all else. */
export interface SiteCheck<T extends string = string> extends AnyCheck<T> {
  readonly scope: 'site';
  /** Null: a step of long work, without a subject. */
  run(site: AuditSite, limits: Limits<T>): Iterable<SiteVerdict | null>;
}

/** Cannot run here: it is listed and counted as not checkable, with the reason. */
export interface PendingCheck extends AnyCheck<string> {
  readonly scope: 'pending';
  readonly because: NotCheckableReason;
}

export type Check = PageCheck | ResponseCheck | UrlCheck | GroupCheck | AlikeCheck | SiteCheck | PendingCheck;

/** These give each check its threshold names as types. */
export const pageCheck = <T extends string>(check: Omit<PageCheck<T>, 'scope'>): Check => ({ ...check, scope: 'page' }) as Check;
export const responseCheck = <T extends string>(check: Omit<ResponseCheck<T>, 'scope'>): Check =>
  ({ ...check, scope: 'response' }) as Check;
export const urlCheck = <T extends string>(check: Omit<UrlCheck<T>, 'scope'>): Check => ({ ...check, scope: 'url' }) as Check;
export const groupCheck = <T extends string>(check: Omit<GroupCheck<T>, 'scope'>): Check =>
  ({ ...check, scope: 'group' }) as Check;
export const alikeCheck = <T extends string>(check: Omit<AlikeCheck<T>, 'scope'>): Check =>
  ({ ...check, scope: 'alike' }) as Check;
export const siteCheck = <T extends string>(check: Omit<SiteCheck<T>, 'scope'>): Check => ({ ...check, scope: 'site' }) as Check;
export const pendingCheck = (check: Omit<PendingCheck, 'scope'>): Check => ({ ...check, scope: 'pending' });

/** A threshold of so many of a unit. */
export const threshold = (value: number, label: string, unit: string, min = 0, max = 1_000_000_000): Threshold => ({
  value,
  label,
  unit,
  min,
  max,
});

/** Whether other threads leave the check to the audit thread. */
export const isOfOneThread = (check: Check): boolean => check.scope === 'url' && check.readsGraph === true;

/** The default of every threshold of a check. */
export function defaultLimits(check: Check): Limits {
  return Object.fromEntries(Object.entries(check.thresholds ?? {}).map(([name, { value }]) => [name, value]));
}
