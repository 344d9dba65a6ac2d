import type { CanonicalDeclaration, Located } from '#shared/model/page.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { RobotsReason } from '#shared/model/robots.ts';
import type { PageInputs } from './read.ts';

/** The robots.txt verdict for the crawler. `known` false: no response for /robots.txt is stored. */
export interface RobotsFacts {
  readonly known: boolean;
  readonly allowed: boolean | null;
  readonly reason: RobotsReason;
  readonly line: number;
  readonly rule: string;
  /** The rule closes the whole site to the crawler (`closesWholeSite`). */
  readonly wholeSite?: boolean;
}

/** What scripts change on a page, as far as verdicts need it. */
export type ScriptFacts = Pick<RenderedFacts, 'canonical' | 'links'>;

/** The last complete response for the URL, whichever crawler fetched it. */
export interface StoredPage {
  readonly url: string;
  readonly status: number;
  /** Where a redirect leads, '' for none. */
  readonly redirectTo: string;
  readonly contentType: string;
  readonly isHtml: boolean;
  /** All directives are known: the body of a page is stored; other responses have headers only. */
  readonly whole: boolean;
  readonly inputs: PageInputs;
  /** The page after its scripts ran; null if they did not run. */
  readonly rendered: PageInputs | null;
  /** What scripts change besides; absent or null as `rendered`. */
  readonly scripts?: ScriptFacts | null;
  readonly canonicals: readonly CanonicalDeclaration[];
  readonly baseUrl: string;
  /** A meta refresh or Refresh header. */
  readonly refresh: { readonly seconds: number; readonly href: string; readonly at: Located | number } | null;
  readonly headEndedBy: Located | null;
  readonly links: { readonly total: number; readonly nofollow: number };
}

export interface VerdictFacts {
  readonly robots: RobotsFacts;
  readonly page: StoredPage | null;
  /** The last response with status 200, which may be older than `page`. */
  readonly readable: StoredPage | null;
  /** Some page that was read links to it. */
  readonly linked: boolean;
}
