import { type CanonicalChoice, chooseCanonical } from '#core/canonical/choose.ts';
import { collectCanonicals } from '#core/canonical/collect.ts';
import type { Challenge } from '#core/challenge/detect.ts';
import { effectiveDirectives } from '#core/directives/effective.ts';
import type { DirectiveEngine } from '#core/directives/engine.ts';
import { readDirectives } from '#core/directives/read.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { longestHref } from '#core/html/attribute-reader.ts';
import { extractHtml } from '#core/html/extract.ts';
import type { ContentArea } from '#core/html/facts/content-area.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { headerValue, headerValues } from '#shared/header-values.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import type { EffectiveDirectives, HtmlFacts } from '#shared/model/page.ts';
import { challengeOf } from './challenge.ts';
import { languageDetector } from './languages.ts';
import { nodeOctets } from './node-octets.ts';

/** The facts parsed from one response. */
export interface PageReading {
  /** Null for what is not HTML, and for a bot challenge. */
  readonly html: HtmlFacts | null;
  /** Set if the response is a bot challenge instead of the page. */
  readonly challenge: Challenge | null;
  readonly directives: EffectiveDirectives;
  readonly canonical: CanonicalChoice;
  /** Base URL for the page's links. */
  readonly baseUrl: string;
  readonly xRobotsTag: string | null;
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const htmlStart = /^<(!doctype\s+html|html|head|body)\b/i;

/** Whether a body starts like HTML after white space and comments. Always a single pass. */
function looksLikeHtml(text: string): boolean {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at++;
    if (!text.startsWith('<!--', at)) return htmlStart.test(text.slice(at, at + 40));
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return false;
    at = end + 3;
  }
}

export const headerOf = (response: Pick<FetchResponse, 'headers'>, name: string): string | null =>
  headerValue(response.headers, name);

/** HTML by its media type; without one, by its first bytes. `contentType`: null for none. */
export function isHtmlBody(contentType: string | null, body: Uint8Array): boolean {
  const type = contentType === null ? '' : withoutParameters(contentType);
  if (type !== '') return htmlTypes.has(type);
  return looksLikeHtml(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 4096)).toString('latin1'));
}

function withoutParameters(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

export const isHtml = (response: FetchResponse): boolean => isHtmlBody(contentTypeOf(response.headers), response.body);

const maxLinks = 50_000;
/** The most characters of the links of a page, each with the base URL it may be relative to: 50,000 links of 335 on average. */
const maxLinkCharacters = 16 * 1024 * 1024;

/** The page with as many links as the limit of characters allows. Otherwise a base of 8,000 characters makes 400 MB of URLs. */
function withinLimit(html: HtmlFacts | null, baseUrl: string): HtmlFacts | null {
  if (!html) return null;
  const { links, linksDropped } = html;
  if (links.length * (longestHref + baseUrl.length) <= maxLinkCharacters) return html;
  let left = maxLinkCharacters;
  let end = 0;
  for (const { href } of links) {
    left -= href.length + baseUrl.length;
    if (left < 0) return { ...html, links: links.slice(0, end), linksDropped: linksDropped + links.length - end };
    end += 1;
  }
  return html;
}

/**
 * The base URL for a page's links. An unusable base is ignored (HTML standard, "document base URL"). So is
 * a base longer than the URL limit, because every link of the page would be too long.
 */
export function baseOf(html: HtmlFacts | null, url: string): string {
  if (!html?.base || html.base.value.length > maxUrlLength) return url;
  if (!URL.canParse(html.base.value, url)) return url;
  const base = new URL(html.base.value, url);
  return /^https?:$/.test(base.protocol) && base.href.length <= maxUrlLength ? base.href : url;
}

/** The crawler: its names in lower case, and the search engine whose rules it follows. */
export interface DirectiveProfile {
  readonly agents: readonly string[];
  readonly engine: DirectiveEngine;
  /** What of a page is main content. */
  readonly content?: ContentArea;
}

/**
 * Reads a response: directives of page and headers for one crawler, canonical, links. Never throws for its content. `wanted`:
 * `verdicts` does without the facts for the audit, which take most of the time.
 */
export function readPage(
  url: string,
  response: FetchResponse,
  { agents, engine, content }: DirectiveProfile,
  wanted: 'all' | 'verdicts' = 'all',
): PageReading {
  const contentType = contentTypeOf(response.headers);
  const facts = wanted === 'all' ? { detectLanguage: languageDetector(), content } : undefined;
  const read = isHtmlBody(contentType, response.body)
    ? extractHtml(response.body, { contentType, maxLinks, robotNames: agents, octets: nodeOctets, facts })
    : null;
  const challenge = challengeOf(response, read?.words ?? null);
  // A challenge comes from a guard in front of the site: nothing in it is the site's.
  const whole = challenge ? null : read;
  const tags = headerValues(response.headers, 'x-robots-tag');
  const inputs = { metas: whole?.metaRobots ?? [], headers: response.headers };
  const directives = effectiveDirectives(readDirectives(engine, inputs, agents, { now: response.timings.endedAt }));
  const baseUrl = baseOf(whole, url);
  const html = withinLimit(whole, baseUrl);
  return {
    html,
    challenge,
    directives,
    canonical: chooseCanonical(collectCanonicals(html, response.headers), url, baseUrl),
    baseUrl,
    xRobotsTag: tags.length > 0 ? tags.join('; ') : null,
  };
}
