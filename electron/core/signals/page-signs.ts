import type { Headers } from '#shared/model/fetch.ts';
import type { CanonicalDeclaration, MetaRobots } from '#shared/model/page.ts';
import type { CommonSigns, SignalValue } from '#shared/model/signals.ts';
import { canonicalFor } from '../canonical/as-engine.ts';
import { collectCanonicals } from '../canonical/collect.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import type { DirectiveEngine } from '../directives/engine.ts';
import { engineById } from '../directives/engines.ts';
import { type PageInputs, readDirectives } from '../directives/read.ts';

/** A link element with rel=canonical. */
export interface CanonicalElement {
  readonly value: string;
  readonly at: { readonly start: number; readonly end: number };
  readonly inHead: boolean;
}

/** What is stored of an internal page, as far as signals need it. */
export interface SignalPage {
  readonly id: number;
  readonly url: string;
  /** 0: none. */
  readonly originId: number;
  readonly status: number | null;
  readonly isRedirect: boolean;
  readonly isRequested: boolean;
  readonly inSitemap: boolean;
  /** Everything a page of this kind can say is stored: its elements, or, where it is no HTML, its headers. */
  readonly isWhole: boolean;
  /** Elements that name a robot. */
  readonly metas: readonly MetaRobots[];
  /** At least those that carry directives or links. */
  readonly headers: Headers;
  /** Its one canonical is an element in the head that names the page itself; then `canonicals` may be empty. */
  readonly isOwnCanonical: boolean;
  readonly canonicals: readonly CanonicalElement[];
  /** The document's base URL. */
  readonly baseUrl: string;
  /** It names versions of itself by hreflang, and the ids of those in the crawl. */
  readonly listsVersions: boolean;
  readonly versions: readonly number[];
}

/** Whether the page may be indexed as far as its directives say; `choice`: they contradict each other. */
export type IndexSaid = 'yes' | 'no' | 'choice' | 'unknown';

/** What a crawler reads in a page. `canonical`: `other` for any other URL. */
export interface PageSigns {
  readonly meta: SignalValue<'meta'>;
  readonly header: SignalValue<'header'>;
  readonly index: IndexSaid;
  readonly canonical: 'none' | 'self' | 'other' | 'conflict' | 'invalid' | 'ignored' | 'unknown';
  /** The URL of `other`, '' otherwise. */
  readonly target: string;
}

/** The response of a page. A redirect is one that leads to another URL. */
export function responseOf({ status, isRedirect, isRequested }: SignalPage): CommonSigns['response'] {
  if (status === null) return isRequested ? 'none' : 'not-requested';
  if (isRedirect) return 'redirect';
  if (status >= 200 && status <= 299) return '2xx';
  if (status >= 400) return status >= 500 ? '5xx' : '4xx';
  return 'other';
}

type Words = Pick<PageSigns, 'meta' | 'header' | 'index'>;

const silent: Words = { meta: 'none', header: 'none', index: 'yes' };
const unread: PageSigns = { meta: 'unknown', header: 'unknown', index: 'unknown', canonical: 'unknown', target: '' };

/** Different sets of directives that are kept for each crawler: a site has a few. */
const mostKept = 5_000;

const robotsHeader = /^(x-robots-tag|robots-tag|link)$/i;

/** How one crawler reads pages. Pages with the same directives are read once. */
export class SignReader {
  readonly engine: DirectiveEngine;
  readonly #names: readonly string[];
  readonly #now: number;
  readonly #kept = new Map<string, Words>();

  /** `now`: epoch milliseconds, compared with unavailable_after. */
  constructor(profile: Pick<CrawlerProfile, 'directives' | 'directiveAgents'>, now: number) {
    this.engine = engineById(profile.directives);
    this.#names = profile.directiveAgents;
    this.#now = now;
  }

  of(page: SignalPage): PageSigns {
    const response = responseOf(page);
    if (response === 'not-requested' || response === 'none') return unread;
    if (response !== '2xx') return { ...this.#words({ metas: [], headers: page.headers }), canonical: 'none', target: '' };
    if (!page.isWhole) return { ...unread, header: this.#words({ metas: [], headers: page.headers }).header };
    return { ...this.#words(page), ...this.#canonical(page) };
  }

  #words({ metas, headers }: PageInputs): Words {
    if (metas.length === 0 && headers.length === 0) return silent;
    const said = headers.filter(([name]) => robotsHeader.test(name));
    if (metas.length === 0 && said.length === 0) return silent;
    const key = JSON.stringify([metas.map(({ name, content, inHead }) => [name, content, inHead]), said]);
    let found = this.#kept.get(key);
    if (found === undefined) {
      const read = (inputs: PageInputs) => readDirectives(this.engine, inputs, this.#names, { now: this.#now });
      const meta = metas.length === 0 ? 'none' : word(read({ metas, headers: [] }));
      const header = said.length === 0 ? 'none' : word(read({ metas: [], headers: said }));
      found = { meta, header, index: read({ metas, headers: said }).index.value };
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(key, found);
    }
    return found;
  }

  #canonical({ url, baseUrl, isOwnCanonical, canonicals, headers }: SignalPage): Pick<PageSigns, 'canonical' | 'target'> {
    const reading = this.engine.canonical.value;
    const declared = isOwnCanonical && canonicals.length === 0 ? [itself(url)] : collectCanonicals({ canonicals }, headers);
    const found = canonicalFor(reading, declared, url, baseUrl);
    if (found.kind === 'elsewhere') return { canonical: 'other', target: found.url };
    return { canonical: found.kind === 'not-read' ? 'ignored' : found.kind, target: '' };
  }
}

const itself = (url: string): CanonicalDeclaration => ({
  href: url,
  source: { kind: 'link-element', at: { start: 0, end: 0 }, inHead: true, text: '' },
});

/** Directives that leave the choice to the robot may forbid. */
function word({ index, follow }: ReturnType<typeof readDirectives>): SignalValue<'meta'> {
  if (index.value !== 'yes') return follow.value !== 'yes' ? 'noindex-nofollow' : 'noindex';
  return follow.value !== 'yes' ? 'nofollow' : 'none';
}
