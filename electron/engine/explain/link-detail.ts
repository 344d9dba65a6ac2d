import { parseLinkHeader } from '#core/canonical/link-header.ts';
import { unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import { documentBaseUrl } from '#core/html/href.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import { addressesOfTag } from '#core/html/tag-addresses.ts';
import { normalizationSteps } from '#core/url/normalization-steps.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { LinkRow } from '#shared/model/explanation.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { LinkDetail, WrittenAddress } from '#shared/model/link-detail.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { sourceWindow } from './source.ts';

/** Longest start tag that is read. */
const longestTag = 64 * 1024;

interface Candidate {
  readonly attribute: string;
  readonly raw: string;
  readonly value: string;
}

/** The link of a page at a position, with the address as written and the steps to the stored URL; null if there is none. */
export function linkDetail(
  lookup: Lookup,
  facts: PageFacts | null,
  { url, seq }: { readonly url: string; readonly seq: number },
): LinkDetail | null {
  const from = lookup.url(url);
  const link = from && lookup.linkAt(from.id, seq);
  if (!from || !link) return null;
  const packed = lookup.linkFactsAt(from.id, seq);
  const known = packed === null ? null : unpackLinkFacts(packed);
  const { candidates, unavailable } = link.rendered
    ? { candidates: [], unavailable: 'Only the rendered page has this link; the response does not contain it.' }
    : writtenIn(lookup, from.id, link);
  const base = documentBaseUrl(link.end > 0 ? (facts?.bases?.[0]?.href ?? null) : null, url);
  const written = writtenAddress(candidates, base, link, url);
  return {
    link,
    zone: known?.zone ?? null,
    form: known?.form ?? null,
    newWindow: known?.newWindow ?? false,
    path: (known && facts?.paths?.[known.path]) ?? '',
    written,
    unavailable: written ? '' : unavailable || 'The stored tag does not contain the address of this link.',
  };
}

/** The addresses in the tag or header of a link. */
function writtenIn(
  lookup: Lookup,
  fromId: number,
  link: LinkRow,
): { readonly candidates: readonly Candidate[]; readonly unavailable: string } {
  if (link.end === 0) {
    const headers = lookup.fetches(fromId).findLast(attempt => attempt.outcome === 'response')?.responseHeaders ?? [];
    const candidates = headerAddresses(headers);
    return { candidates, unavailable: 'The stored headers do not contain the address of this link.' };
  }
  if (link.end - link.start > longestTag)
    return { candidates: [], unavailable: 'The tag is longer than 64 KiB, so its address is not shown.' };
  const { segments, unavailable } = sourceWindow(lookup, link.from, link.start, link.end, link.start);
  const tag = segments.find(({ marked }) => marked)?.text ?? '';
  return { candidates: addressesOfTag(tag), unavailable };
}

/** Addresses in Location, Refresh and Link headers (RFC 9110 section 10.2.2, RFC 8288 section 3). */
function headerAddresses(headers: Headers): Candidate[] {
  const found: Candidate[] = [];
  for (const [attribute, value] of headers) {
    const name = attribute.toLowerCase();
    const target = name === 'refresh' ? parseRefresh(value)?.href : value;
    if ((name === 'location' || name === 'refresh') && target !== undefined)
      found.push({ attribute, raw: target, value: target });
  }
  return [...found, ...parseLinkHeader(headers).map(({ href }) => ({ attribute: 'Link', raw: href, value: href }))];
}

/** The candidate that is the stored URL of the link when it is normalized. */
function writtenAddress(candidates: readonly Candidate[], base: string, link: LinkRow, page: string): WrittenAddress | null {
  for (const { attribute, raw, value } of candidates) {
    const stored = normalizeUrl(value, base);
    if (stored.kind === 'invalid' || stored.url !== link.to) continue;
    const steps = normalizationSteps(raw, value, base) ?? [];
    return { attribute, raw, base, isOwnBase: base === page, steps };
  }
  return null;
}
