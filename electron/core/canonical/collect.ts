import type { Headers } from '#shared/model/fetch.ts';
import type { CanonicalDeclaration, HtmlFacts } from '#shared/model/page.ts';
import { parseLinkHeader } from './link-header.ts';

/**
 * Every declaration of the canonical URL: first Link headers with rel=canonical, then link elements. A header link
 * with an `anchor` parameter applies to another page (RFC 8288 section 3.2) and is omitted.
 */
export function collectCanonicals(facts: Pick<HtmlFacts, 'canonicals'> | null, headers: Headers): CanonicalDeclaration[] {
  const declarations: CanonicalDeclaration[] = [];
  for (const link of parseLinkHeader(headers)) {
    if (!link.rel.split(' ').includes('canonical') || link.params.has('anchor')) continue;
    const name = headers[link.index]?.[0] ?? 'link';
    declarations.push({ href: link.href, source: { kind: 'header', name, index: link.index, text: link.text } });
  }
  for (const element of facts?.canonicals ?? []) {
    const text = `rel=canonical href=${element.value}`;
    declarations.push({ href: element.value, source: { kind: 'link-element', at: element.at, inHead: element.inHead, text } });
  }
  return declarations;
}
