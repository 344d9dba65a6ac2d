import type { CheckState } from '#shared/model/check.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { LinksFollowed, MayFetch, MayList, UrlState } from '#shared/model/decision.ts';
import type { SitemapAlternate, SitemapProblem } from '#shared/model/page.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import type { ProbeFacts, ProbeKind } from '#shared/model/probe.ts';
import type { RenderedPage } from '#shared/model/rendered-facts.ts';
import type { PageSteps } from '../graph/site-graph.ts';
import type { LinkForm } from './link-form.ts';

/**
 * What a URL is to the crawl. `page`: within the crawl's scope and not only a resource. `resource`: an image, style sheet, script, font,
 * medium or download, on any host. `external`: a page outside the scope. `other`: no web page address, or only referred to (a canonical).
 */
export type UrlClass = 'page' | 'resource' | 'external' | 'other';

/** One row of `url`, as the audit needs it. Ids ascend. 0: no id. */
export interface UrlRow {
  readonly id: number;
  readonly url: string;
  readonly originId: number;
  readonly class: UrlClass;
  readonly state: UrlState;
  readonly reason: string;
  readonly status: number | null;
  /** Media type, lower case, without parameters; '' where none. */
  readonly mime: string;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  /** The directives of page and headers, for the crawl's own crawler. Both are false of a page that was not fetched. */
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly depth: number | null;
  /** Links of followed kinds to it, and redirects. */
  readonly inlinks: number;
  readonly inSitemaps: number;
  /** The URL that it declares as canonical: its own id where it names itself, 0 for none, several different ones, or an unusable one. */
  readonly canonicalId: number;
  readonly redirectId: number;
  readonly bytes: number | null;
  readonly totalMs: number | null;
  readonly attempts: number;
  /**
   * Result of a check of a URL that is not crawled (`url.check_result`); '' for none. Status, media type, redirect and bytes (those that
   * Content-Length says) are the check's then.
   */
  readonly check: string;
}

/**
 * The links of a page as they are stored. Numbers of all of them, and an object for each form that several links have: most checks see from
 * these that a page cannot be hit, so that no object is made of a link.
 */
export interface PageLinks {
  readonly count: number;
  /** `linkColumns` numbers a link, in document order: see `linkColumn`. */
  readonly numbers: Int32Array;
  readonly forms: readonly LinkForm[];
  /** Visible text of a link, at most 200 characters; alt text for images. `at`: its place in the list, from 0. */
  text(at: number): string;
  /** The number of its text in this crawl file, from 1, where the text repeats in the crawl; 0: it has none. */
  word(at: number): number;
}

/** Numbers of each link in `PageLinks.numbers`. */
export const linkColumns = 4;
/** `to`: id of the target, -1 for one that no URL can have. `form`: place in `forms`. `start`, `end`: bytes of its element. */
export const linkColumn = { to: 0, form: 1, start: 2, end: 3 } as const;

/** What is stored of a response: of any URL with a response, HTML or not. */
export interface ResponseRow {
  /** As received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
  /** Body as it arrived; after decoding. */
  readonly wireBytes: number | null;
  readonly bodyBytes: number | null;
  readonly bodyEnd: 'complete' | 'too-large' | 'truncated' | null;
  /** SHA-256 of the body in hex; '' where bodies are not stored. */
  readonly bodyHash: string;
  /** '1.1', '2', …; null: not recorded. */
  readonly httpVersion: string | null;
}

export interface PageRow {
  readonly id: number;
  readonly response: ResponseRow;
  /** Null: the file has none, because an older version wrote it. */
  readonly facts: PageFacts | null;
  readonly links: PageLinks;
  /** The bytes of `facts.signature`; null for none. */
  signature(): Uint8Array | null;
  /** How its rendering ended that obeyed robots.txt; null: it was not rendered. */
  rendering(): RenderedPage | null;
  /** The localized versions that a sitemap names for it; null: none does. */
  readonly alternates: SitemapAlternates | null;
}

/** The hreflang of one sitemap entry: of the first that has any. */
export interface SitemapAlternates {
  readonly sitemap: string;
  readonly line: number;
  readonly list: readonly SitemapAlternate[];
}

export interface RobotsRow {
  readonly originId: number;
  /** 'https://example.com', with the port if it is not the scheme's own. */
  readonly origin: string;
  readonly access: 'rules' | 'allow-all' | 'disallow-all';
  readonly status: number | null;
  readonly cause: string | null;
  /** The file; null where there was none. */
  readonly text: Uint8Array | null;
  readonly contentType: string | null;
  readonly finalUrl: string | null;
  readonly redirects: readonly string[];
  readonly bytes: number | null;
  /** Hashes of all versions of this crawl in order, '' for failures. */
  readonly versions: readonly string[];
}

export interface HostRow {
  readonly originId: number;
  readonly origin: string;
  readonly delayMs: number;
  readonly delayLine: number;
  readonly robots: RobotsRow | null;
  /** Of its newest TLS connection; null: none, or not recorded. */
  readonly tls: {
    /** Empty: the handshake did not get that far. */
    readonly protocol: string;
    readonly notAfter: number | null;
    readonly nameMatches: boolean | null;
    /** The host refused every version of TLS that the crawler speaks, which are 1.2 and 1.3. */
    readonly isTooOld: boolean;
  } | null;
}

export interface SitemapRow {
  readonly id: number;
  readonly url: string;
  readonly originId: number;
  readonly source: 'robots' | 'well-known' | 'index';
  readonly parentId: number;
  readonly state: string;
  readonly kind: string;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly bytes: number | null;
  readonly entries: number;
  readonly problems: readonly SitemapProblem[];
  /** A version read it that did not note namespaces and unescaped characters. */
  readonly isOlder: boolean;
}

export interface EntryRow {
  readonly sitemapId: number;
  readonly urlId: number;
  readonly line: number;
  readonly lastmod: string;
}

/** A probe: an extra request that the user allowed. */
export interface ProbeRow {
  readonly kind: ProbeKind;
  readonly url: string;
  readonly originId: number;
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  readonly status: number | null;
  /** Null without a response. */
  readonly facts: ProbeFacts | null;
}

export interface InlinkRow {
  readonly from: number;
  readonly seq: number;
}

/** Ids above `after`, up to `last`. */
export interface IdRange {
  readonly after: number;
  readonly last: number;
}

/**
 * What the audit reads. `storage` implements it on a crawl file, tests on pages in memory. Every iterable reads in
 * blocks, in the order of the ids, and can be iterated again.
 */
export interface AuditSource {
  readonly settings: CrawlSettings;
  /** 'finished', 'stopped', …; why it ended, in words. */
  readonly crawl: {
    readonly state: string;
    readonly detail: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
  };
  readonly urlCount: number;
  urls(): Iterable<UrlRow>;
  /** The URLs with a response, crawled or checked, in order of their ids. */
  pages(range?: IdRange): Iterable<PageRow>;
  page(id: number): PageRow | null;
  /** The facts of a page alone; null where the file has none. */
  facts(id: number): PageFacts | null;
  /** The last failure of a URL, 'dns-failure' and the like; null for none. */
  cause(id: number): string | null;
  /** Statuses of all attempts of a URL, in order. */
  statuses(id: number): readonly number[];
  /** Where the hyperlinks (a, area, frame, iframe) and meta refreshes of each page lead, in order of the pages. */
  hyperlinks(): Iterable<PageSteps>;
  linksTo(id: number, most: number): readonly InlinkRow[];
  hosts(): readonly HostRow[];
  sitemaps(): readonly SitemapRow[];
  /** There are few: a limited number of hosts is probed. */
  probes(): readonly ProbeRow[];
  entries(): Iterable<EntryRow>;
  /** The first robots.txt that this crawl got of a host, if it is another one than that in force; null for none. */
  robotsBefore(originId: number): RobotsRow | null;
  /** `PageFacts.textHash` of a page, read alone; null where the file has none. */
  textHash(id: number): string | null;
  /** Whether any page has a text hash of the newest version: see `isNewestHash`. */
  hasNewestHashes(): boolean;
  /** The entries that name a URL, at most so many. */
  entriesOf(urlId: number, most: number): readonly EntryRow[];
  /** The stored body of a response; null where it was not kept. */
  body(id: number): Uint8Array | null;
}
