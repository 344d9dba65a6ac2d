import type { LostResource } from './rendered-facts.ts';

/**
 * What blocked resources cost: pages rendered twice, with robots.txt obeyed and with the blocked resources allowed. The difference is what
 * nobody sees who obeys robots.txt. Counts say "at least" where a page was not rendered a second time or a list was cut.
 */

/** One fact in both renderings. */
export interface Twice<T> {
  readonly obeying: T;
  readonly freed: T;
}

/** A link that only the freed rendering has. */
export interface RegainedLink {
  readonly url: string;
  readonly text: string;
  /** The blocked resource that explains it; null: several together, or it cannot be told. */
  readonly resource: string | null;
  /** No start URL, link or redirect of the crawl leads to the URL otherwise. */
  readonly onlySo: boolean;
}

/** What appears on a page only when its blocked resources are allowed. */
export interface PageGains {
  /** At most 200. */
  readonly links: readonly RegainedLink[];
  /** All of them, at least; those to internal URLs that nothing else leads to. */
  readonly linkCount: number;
  readonly onlySoCount: number;
  /** `links` is cut, or a resource was blocked again, so the counts are "at least". */
  readonly isCut: boolean;
  /** Words of the main content. */
  readonly words: Twice<number>;
  /** Per cent of the freed page's words that are missing while robots.txt is obeyed, 0 to 100. */
  readonly missingText: number;
  /** Null: the same in both. */
  readonly title: Twice<string | null> | null;
  readonly canonical: Twice<string | null> | null;
  readonly noindex: Twice<boolean> | null;
}

export interface PageCost {
  readonly url: string;
  /** Resources that robots.txt blocks for the crawl's crawler. */
  readonly blocked: readonly LostResource[];
  /** URLs of `blocked` that got no response in the second rendering either: it says nothing about them. */
  readonly stillLost: readonly string[];
  /** Null: the page was not rendered a second time, that failed, or it got none of the blocked resources. */
  readonly gains: PageGains | null;
  /** Why `gains` is null: '' for no second rendering, else how it failed, or why a resource got no response again. */
  readonly failure: string;
}

export interface ResourceCost {
  readonly url: string;
  readonly type: LostResource['type'];
  readonly robots: LostResource['robots'] | null;
  /** Pages that need it; those of them that were rendered a second time with it. */
  readonly pages: number;
  readonly known: number;
  /** URLs that links explained by this resource alone lead to, each once; those that nothing else leads to. */
  readonly links: number;
  readonly onlySo: number;
}

/** What blocked resources cost the pages that are alike. */
export interface TemplateCost {
  /** Host, first folder and names of the parameters. */
  readonly template: string;
  /** Pages with blocked resources; those of them that were rendered a second time. */
  readonly pages: number;
  readonly known: number;
  /** URLs that only their second renderings link to, each once; those that nothing else leads to. */
  readonly links: number;
  readonly onlySo: number;
  /** Words that only the second renderings have. */
  readonly words: number;
  /** The counts are "at least": a page is unknown, or its links were cut. */
  readonly isAtLeast: boolean;
}

export interface BlockedCost {
  /** Pages rendered with robots.txt obeyed; of them with a resource that robots.txt blocks; of those rendered a second time. */
  readonly rendered: number;
  readonly withBlocked: number;
  readonly known: number;
  /** Pages that a limit left out of `pages`, `resources` and `total`. */
  readonly leftOut: number;
  readonly pages: readonly PageCost[];
  /** The most links first. */
  readonly resources: readonly ResourceCost[];
  /** The most links first. */
  readonly templates: readonly TemplateCost[];
  /** URLs, each once. `noindex`, `canonical`: pages where they differ. `words`: of all pages together. */
  readonly total: {
    readonly links: number;
    readonly onlySo: number;
    readonly words: number;
    readonly noindex: number;
    readonly canonical: number;
  };
  /** The counts are "at least": some pages have no second rendering, or lists were cut. */
  readonly isAtLeast: boolean;
}

/** What a draft of robots.txt would bring back. */
export interface RegainedByDraft {
  /** Pages with a blocked resource that the draft allows. */
  readonly pages: number;
  readonly links: number;
  readonly onlySo: number;
  /** Pages of them that only some of their blocked resources come back to: what those bring alone is counted. */
  readonly partly: number;
  /** Pages of them without a second rendering that got the resources: what they would gain is unknown. */
  readonly unknown: number;
  readonly isAtLeast: boolean;
}
