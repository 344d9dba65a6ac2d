import { expect } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { nodeOctets } from '#engine/crawl/node-octets.ts';
import type { HtmlFacts } from '#shared/model/page.ts';

const encoder = new TextEncoder();

/** Longer pages are not read a second and third time. */
const longestCompared = 100_000;

/** The facts of a page given as text, sent as UTF-8 with the header that says so. With the facts of the audit, the machine must read the same as JavaScript. */
export function read(html: string, maxLinks = 1000): HtmlFacts {
  const bytes = encoder.encode(html);
  const options = { contentType: 'text/html; charset=utf-8', maxLinks };
  if (bytes.length < longestCompared) {
    const withFacts = { ...options, facts: { detectLanguage: null } };
    expect(extractHtml(bytes, { ...withFacts, octets: nodeOctets })).toEqual(
      extractHtml(bytes, { ...withFacts, octets: { ...nodeOctets, machine: null } }),
    );
  }
  return extractHtml(bytes, options);
}

/** Kind and address of every link. */
export function links(html: string): string[] {
  return read(html).links.map(link => `${link.kind} ${link.href}`);
}
