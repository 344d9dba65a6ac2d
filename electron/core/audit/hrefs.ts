import { normalizeUrl } from '../url/normalize.ts';
import type { FactsPage } from './check.ts';

/** The address against which the page's addresses are resolved: that of its first base element, or its own. */
export function baseOf({ facts: { bases = [] }, url }: FactsPage): string {
  const href = bases[0]?.href;
  if (href === undefined || href === '') return url.url;
  const base = normalizeUrl(href, url.url);
  return base.kind === 'url' && /^https?:/.test(base.url) ? base.url : url.url;
}

/** The URL that an address of the page means, '' for none. */
export function resolved(page: FactsPage, href: string): string {
  const found = normalizeUrl(href.trim(), baseOf(page));
  return found.kind === 'url' ? found.url : '';
}
