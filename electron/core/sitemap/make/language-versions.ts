import type { Headers } from '#shared/model/fetch.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import type { SitemapAlternates } from '../../audit/source.ts';
import { parseLinkHeader } from '../../canonical/link-header.ts';
import { documentBaseUrl } from '../../html/href.ts';
import { hreflangFault } from '../../text/language-tag.ts';
import { normalizeUrl } from '../../url/normalize.ts';

/** Versions of a page that are read; more are ignored. */
const mostVersions = 200;

/** A localized version that a page names. */
export interface LanguageVersion {
  /** As written. */
  readonly lang: string;
  readonly url: string;
}

/** Where a page names its versions. */
export interface VersionSources {
  readonly url: string;
  readonly facts: PageFacts | null;
  readonly headers: Headers;
  readonly alternates: SitemapAlternates | null;
}

/** The versions that link elements, Link headers and a sitemap name for a page. Bad codes and addresses are kept out, and counted. */
export function versionsOf(sources: VersionSources): { readonly versions: readonly LanguageVersion[]; readonly bad: number } {
  const versions = new Map<string, LanguageVersion>();
  const conflicts = new Set<string>();
  let bad = 0;
  for (const { lang, href, base } of written(sources)) {
    const code = lang.toLowerCase();
    const target = normalizeUrl(href, base);
    const known = versions.get(code);
    if (target.kind !== 'url' || hreflangFault(lang) !== null) bad++;
    else if (known === undefined) versions.set(code, { lang, url: target.url });
    else if (known.url !== target.url) conflicts.add(code);
  }
  // One language that leads to two pages: search engines may ignore both.
  for (const code of conflicts) if (versions.delete(code)) bad++;
  return { versions: [...versions.values()], bad };
}

interface Written {
  readonly lang: string;
  readonly href: string;
  readonly base: string;
}

function written({ url, facts, headers, alternates }: VersionSources): readonly Written[] {
  const ofPage = documentBaseUrl(facts?.bases?.[0]?.href ?? null, url);
  const elements = (facts?.hreflangs ?? []).map(({ lang, href }) => ({ lang: lang.trim(), href, base: ofPage }));
  const linked = parseLinkHeader(headers).flatMap(({ href, rel, params }) =>
    rel.split(' ').includes('alternate') && params.has('hreflang') && !params.has('anchor')
      ? [{ lang: params.get('hreflang')?.trim() ?? '', href, base: url }]
      : [],
  );
  const listed = (alternates?.list ?? []).map(({ lang, href }) => ({ lang, href, base: alternates?.sitemap ?? url }));
  return [...elements, ...linked, ...listed].slice(0, mostVersions);
}

interface VersionSet {
  readonly langs: readonly string[];
  readonly targets: Int32Array;
}

/**
 * The hreflang links that a sitemap may have: each between two listed pages that name each other, in sets that have the page itself
 * (Google Search Central, Tell Google about localized versions of your page). x-default needs no link back.
 */
export class ReturnedVersions {
  readonly #sets = new Map<number, VersionSet>();
  found = 0;

  /** `idOf`: the id of a listed page, 0 for any other URL. A set without the page itself is not used. */
  add(id: number, read: ReturnType<typeof versionsOf>, idOf: (url: string) => number): void {
    this.found += read.versions.length + read.bad;
    const langs: string[] = [];
    const targets: number[] = [];
    for (const { lang, url } of read.versions) {
      const target = idOf(url);
      if (target === 0) continue;
      langs.push(lang);
      targets.push(target);
    }
    if (targets.includes(id)) this.#sets.set(id, { langs, targets: Int32Array.from(targets) });
  }

  /** The links of a page, in the order in which it names them; empty where no other page links back. */
  of(id: number): readonly { readonly lang: string; readonly target: number }[] {
    const set = this.#sets.get(id);
    if (set === undefined) return [];
    const kept = set.langs.flatMap((lang, at) => {
      const target = set.targets[at] as number;
      const isReturned = target === id || lang.toLowerCase() === 'x-default' || this.#names(target, id);
      return isReturned ? [{ lang, target }] : [];
    });
    return kept.some(({ target }) => target !== id) ? kept : [];
  }

  #names(from: number, to: number): boolean {
    return this.#sets.get(from)?.targets.includes(to) ?? false;
  }
}
