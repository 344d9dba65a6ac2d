import type { CanonicalDeclaration, Located } from '#shared/model/page.ts';
import type { RobotsReason } from '#shared/model/robots.ts';
import type { PageInputs } from './read.ts';

/** What robots.txt says to the crawler. `known` false: no answer to /robots.txt is there to be read. */
export interface RobotsFacts {
  readonly known: boolean;
  readonly allowed: boolean | null;
  readonly reason: RobotsReason;
  readonly line: number;
  readonly rule: string;
}

/** The last whole answer for the URL, whoever fetched it. */
export interface StoredPage {
  readonly url: string;
  readonly status: number;
  /** Where a redirect leads, '' for none. */
  readonly redirectTo: string;
  readonly contentType: string;
  readonly isHtml: boolean;
  /** All directives are known: the body of a page is there, other answers have headers only. */
  readonly whole: boolean;
  readonly inputs: PageInputs;
  /** The page after scripts; null where nobody ran them. */
  readonly rendered: PageInputs | null;
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
  /** The last answer with status 200, which may be an older one than `page`. */
  readonly readable: StoredPage | null;
  /** Some page that was read links to it. */
  readonly linked: boolean;
}
