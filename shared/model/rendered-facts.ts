import type { MetaRobots } from './page.ts';
import type { Place } from './page-facts.ts';
import type { ResourceType, ScriptPlace } from './rendering.ts';

/**
 * What the scripts of a page change: the facts of the delivered and of the rendered HTML side by side. Kept as JSON in the crawl file. Texts
 * are cut, and lists have a limit; counts cover what was not kept. `raw` is the page as delivered. Positions are bytes of the rendered HTML.
 */

/** What can differ between the delivered and the rendered page. The order is that of every list of differences. */
export const renderedAspects = [
  'title',
  'description',
  'h1',
  'canonical',
  'robots',
  'hreflang',
  'structured',
  'text',
  'images',
  'links',
  'address',
] as const;
export type RenderedAspect = (typeof renderedAspects)[number];

/** Where a rendered value stands, and the script that made the element; absent: the element was delivered. */
export interface RenderedPlace {
  readonly at?: Place;
  readonly by?: ScriptPlace;
}

/** Null: the page has none. */
export interface BothTexts extends RenderedPlace {
  readonly raw: string | null;
  readonly rendered: string | null;
}

export interface BothCounts {
  readonly raw: number;
  readonly rendered: number;
}

export interface BothFlags {
  readonly raw: boolean;
  readonly rendered: boolean;
}

/** Values that only one of the two has. */
export interface BothLists extends BothCounts {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A link that only one of the two pages has. `url`: normalized. */
export interface LinkOfOne extends RenderedPlace {
  readonly url: string;
  readonly text: string;
  readonly rel: string;
}

/** A link of both pages that scripts changed: another text or rel; or, with the same text, another target. */
export interface ChangedLink extends RenderedPlace {
  readonly url: string;
  readonly what: 'text' | 'rel' | 'target';
  readonly raw: string;
  readonly rendered: string;
}

/** Links that a crawler follows, by their targets: each target counts once. */
export interface BothLinks extends BothCounts {
  readonly added: readonly LinkOfOne[];
  readonly removed: readonly LinkOfOne[];
  readonly changed: readonly ChangedLink[];
  readonly addedCount: number;
  readonly removedCount: number;
  readonly changedCount: number;
  /** A page has more links than are compared. */
  readonly isCut?: true;
}

/** A request of the page without a response. */
export interface LostResource {
  readonly url: string;
  readonly type: ResourceType;
  /** Its place among the requests of the rendering. */
  readonly seq: number;
  /** Reason code or sentence. */
  readonly detail: string;
  /** The line of the stored robots.txt version that forbids it. */
  readonly robots?: { readonly version: number; readonly line: number; readonly rule: string };
}

export interface ScriptError extends Pick<RenderedPlace, 'by'> {
  readonly text: string;
}

export interface RenderedFacts {
  /** Version of this form. Other versions are read as "no facts". */
  readonly v: 1;
  /** In the order of `renderedAspects`; empty: scripts change nothing that is compared. */
  readonly changes: readonly RenderedAspect[];
  readonly title: BothTexts;
  readonly description: BothTexts;
  readonly h1: BothTexts;
  /** The canonical as the crawl's rules choose it, as a URL; 'conflict' or 'invalid' in `state` where they choose none. */
  readonly canonical: BothTexts & { readonly state: { readonly raw: CanonicalState; readonly rendered: CanonicalState } };
  /** The directives of page and headers for the crawl's own crawler. */
  readonly noindex: BothFlags & RenderedPlace;
  readonly nofollow: BothFlags & RenderedPlace;
  /** Robots elements of the rendered page. */
  readonly metas: readonly MetaRobots[];
  /** 'name: content' of robots elements. */
  readonly robots: BothLists;
  /** 'de https://…' of hreflang elements. */
  readonly hreflang: BothLists;
  /** Types of structured data. */
  readonly structured: BothLists;
  /** Words of the main content. */
  readonly words: BothCounts;
  /** Both texts are equal. */
  readonly sameText: boolean;
  readonly images: BothCounts;
  readonly links: BothLinks;
  /** Elements of the rendered page that react to a click and lead nowhere for a crawler: onclick or role=link without href. */
  readonly clickable: { readonly count: number; readonly tags: readonly string[] };
  readonly blocked: readonly LostResource[];
  readonly blockedCount: number;
  readonly failed: readonly LostResource[];
  readonly failedCount: number;
  /** Errors that no script caught. */
  readonly errors: readonly ScriptError[];
  readonly errorCount: number;
  /** The address after scripts ran, where it is another one than that of the page, fragments aside. */
  readonly movedTo?: string;
}

export type CanonicalState = 'none' | 'self' | 'elsewhere' | 'conflict' | 'invalid';

/** How the rendering of a page ended, as the crawl file has it. `obeying`: no request that robots.txt forbids was made; `freed`: they were. */
export const renderVariants = ['obeying', 'freed'] as const;
export type RenderVariant = (typeof renderVariants)[number];

export type RenderedPage =
  /** `facts` is null where the file has none that this version can read. */
  | {
      readonly kind: 'rendered';
      readonly rendering: number;
      /** The response that was rendered. */
      readonly fetch: number | null;
      readonly facts: RenderedFacts | null;
    }
  | {
      readonly kind: 'failed';
      readonly rendering: number;
      /** `RenderFailureCause`, or a word of a later version. */
      readonly cause: string;
      readonly detail: string;
      /** Where a script moved the page to; '' for none. */
      readonly movedTo: string;
    };
