import type { FindingItem } from '#shared/model/audit.ts';
import type { CanonicalDeclaration } from '#shared/model/page.ts';
import type { Place } from '#shared/model/page-facts.ts';
import { type CanonicalChoice, chooseCanonical } from '../canonical/choose.ts';
import { collectCanonicals } from '../canonical/collect.ts';
import { parseLinkHeader } from '../canonical/link-header.ts';
import { isFeedType } from '../html/feed-types.ts';
import { documentBaseUrl } from '../html/href.ts';
import { normalizeUrl } from '../url/normalize.ts';
import type { AuditPage, AuditUrl, FactsPage } from './check.ts';

/** What a page declares in elements and headers about other URLs. */

export const baseUrlOf = ({ facts, url }: FactsPage): string => documentBaseUrl(facts.bases?.[0]?.href ?? null, url.url);

/** An address of the page in the form in which URLs are stored; null if it is none. */
export function resolved(page: FactsPage, href: string): string | null {
  const found = href === '' ? null : normalizeUrl(href, baseUrlOf(page));
  return found?.kind === 'url' ? found.url : null;
}

const hasLinkHeader = (page: AuditPage): boolean => page.header('link') !== null;

export interface DeclaredCanonicals {
  readonly list: readonly CanonicalDeclaration[];
  readonly choice: CanonicalChoice;
}

const none: DeclaredCanonicals = { list: [], choice: { kind: 'none' } };
const canonicals = new WeakMap<AuditPage, DeclaredCanonicals>();

/** The canonicals of a page, from Link headers and elements, and what they amount to. */
export function canonicalsOf(page: FactsPage): DeclaredCanonicals {
  if (page.facts.canonicals === undefined && !hasLinkHeader(page)) return none;
  let found = canonicals.get(page);
  if (found === undefined) {
    const elements = (page.facts.canonicals ?? []).map(({ href, at: [start, end], inBody }) => ({
      value: href,
      at: { start, end },
      inHead: inBody !== true,
    }));
    const list = collectCanonicals({ canonicals: elements }, page.response.headers);
    found = { list, choice: chooseCanonical(list, page.url.url, baseUrlOf(page)) };
    canonicals.set(page, found);
  }
  return found;
}

/** A declaration as evidence. */
export function ofDeclaration({ href, source }: CanonicalDeclaration): FindingItem {
  return source.kind === 'header'
    ? { value: href, header: source.index }
    : { value: href, bytes: [source.at.start, source.at.end] };
}

export const inHeader = ({ source }: CanonicalDeclaration): boolean => source.kind === 'header';

/** An alternate for a language: of a link element, or of a Link header. */
export interface Alternate {
  /** As written. */
  readonly lang: string;
  /** Lower case. */
  readonly code: string;
  readonly href: string;
  /** Null: the URL is not in the crawl. */
  readonly target: AuditUrl | null;
  readonly source: 'html' | 'header' | 'sitemap';
  readonly inBody: boolean;
  readonly item: FindingItem;
}

const alternates = new WeakMap<AuditPage, readonly Alternate[]>();
const noAlternates: readonly Alternate[] = [];

/** The hreflang entries of a page. `find`: the URL of an address. */
export function alternatesOf(page: FactsPage, find: (url: string) => AuditUrl | null): readonly Alternate[] {
  if (page.facts.hreflangs === undefined && page.alternates === null && !hasLinkHeader(page)) return noAlternates;
  let found = alternates.get(page);
  if (found === undefined) {
    found = [...ofElements(page), ...ofHeaders(page, find), ...ofSitemap(page, find)];
    alternates.set(page, found);
  }
  return found;
}

/** Whether a page has hreflang. */
export const hasHreflang = (page: FactsPage): boolean =>
  page.facts.hreflangs !== undefined ||
  page.alternates !== null ||
  (hasLinkHeader(page) && parseLinkHeader(page.response.headers).some(namesVersion));

/** Whether a Link header names another version of the page: a feed is none, nor what another context has. */
function namesVersion({ rel, params }: { readonly rel: string; readonly params: ReadonlyMap<string, string> }): boolean {
  if (!params.has('hreflang') || params.has('anchor')) return false;
  return rel.split(' ').includes('alternate') && !isFeedType(params.get('type') ?? '');
}

const ofElements = (page: FactsPage): Alternate[] =>
  (page.facts.hreflangs ?? []).map(({ lang, href, at, inBody }) => ({
    lang,
    code: lang.toLowerCase(),
    href,
    target: targetAt(page, at),
    source: 'html',
    inBody: inBody === true,
    item: { value: `${lang} ${href}`, bytes: at },
  }));

const ofHeaders = (page: FactsPage, find: (url: string) => AuditUrl | null): Alternate[] =>
  parseLinkHeader(page.response.headers).flatMap(link => {
    if (!namesVersion(link)) return [];
    const { href, params, index } = link;
    const lang = params.get('hreflang')?.trim() ?? '';
    const target = normalizeUrl(href, page.url.url);
    return [
      {
        lang,
        code: lang.toLowerCase(),
        href,
        target: target.kind === 'url' ? find(target.url) : null,
        source: 'header' as const,
        inBody: false,
        item: { value: `${lang} ${href}`, header: index },
      },
    ];
  });

const ofSitemap = ({ alternates: named }: FactsPage, find: (url: string) => AuditUrl | null): Alternate[] =>
  (named?.list ?? []).map(({ lang, href }) => {
    const target = normalizeUrl(href, named?.sitemap ?? '');
    return {
      lang,
      code: lang.toLowerCase(),
      href,
      target: target.kind === 'url' ? find(target.url) : null,
      source: 'sitemap',
      inBody: false,
      item: { value: `${lang} ${href}`, url: named?.sitemap ?? '', line: named?.line ?? 0 },
    };
  });

/** The URL to which the element at this place leads; null where it is none of the crawl. */
export const targetAt = (page: AuditPage, [start]: Place): AuditUrl | null => page.targetAt(start);
