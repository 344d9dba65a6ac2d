import { extractHtml } from '#core/html/extract.ts';
import type { HtmlFacts } from '#shared/model/page.ts';

const encoder = new TextEncoder();

/** The facts of a page given as text, sent as UTF-8 with the header that says so. */
export function read(html: string, maxLinks = 1000): HtmlFacts {
  return extractHtml(encoder.encode(html), { contentType: 'text/html; charset=utf-8', maxLinks });
}

/** Kind and address of every link. */
export function links(html: string): string[] {
  return read(html).links.map(link => `${link.kind} ${link.href}`);
}
