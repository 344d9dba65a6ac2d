import { join } from 'node:path';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { type SiteReportWish, siteReportSectionIds } from '#shared/model/site-report.ts';
import { afterwards } from '../../support/afterwards.ts';
import { column, newSession } from '../../support/crawling.ts';
import { hostileTextSite } from '../../support/hostile-text-site.ts';
import { marker } from '../../support/hostile-texts.ts';
import { tempFolder } from '../../support/temp.ts';

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

function* nodes(node: Node): Generator<Node> {
  yield node;
  for (const child of node.childNodes ?? []) yield* nodes(child);
}

/** What our reports are made of; what runs, loads or sends is not among it. */
const ours = new Set(
  '#document #documentType #text html head meta title style body header main footer section nav h1 h2 h3 h4 p a ul ol li dl dt dd div span b strong em i code pre bdi br hr small table caption thead tbody tfoot tr th td colgroup col figure figcaption svg g rect path line circle text tspan details summary time mark img wbr article aside kbd abbr sub sup s del ins polyline blockquote'.split(
    ' ',
  ),
);
const turns = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** What a document has that text of a stranger may not bring. */
function faults(html: string): string[] {
  const found = new Set<string>();
  for (const { nodeName, value = '', attrs = [] } of nodes(parse(html) as unknown as Node)) {
    if (!ours.has(nodeName)) found.add(`element ${nodeName}`);
    if (nodeName === '#text' && turns.test(value)) found.add(`raw mark in ${JSON.stringify(value.slice(0, 60))}`);
    for (const { name, value: text } of attrs) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'srcset') found.add(`attribute ${name} of ${nodeName}`);
      if (
        ['href', 'src', 'xlink:href', 'action', 'data', 'formaction'].includes(name) &&
        !/^(#|https?:\/\/|data:image\/)/.test(text)
      )
        found.add(`${nodeName} ${name}=${text.slice(0, 80)}`);
      if (nodeName === 'meta' && name === 'http-equiv' && text !== 'Content-Security-Policy') found.add(`meta ${text}`);
      if (name === 'style' && text.includes(marker)) found.add(`style ${text.slice(0, 80)}`);
    }
  }
  return [...found];
}

test('the check of documents can fail', () => {
  expect(faults('<p>fine</p>')).toEqual([]);
  expect(faults('<img src=x onerror=y><script></script><a href=javascript:x>a\u202eb</a>')).toHaveLength(5);
});

test('500 hostile texts in every field of a crawl stay text in each report', async () => {
  const site = await hostileTextSite(500);
  afterwards(() => site.close());
  const session = newSession([`${site.origin}/p/0`], {
    sitemaps: true,
    maxPages: 700,
    failureGuard: '',
    trapGuards: false,
  });
  await session.run();
  const [pages] = column(session, 'SELECT count(*) FROM page');
  expect(pages).toBeGreaterThan(300);
  const made = { at: 0, version: '1' };
  const wish: SiteReportWish = {
    sections: siteReportSectionIds,
    title: `"><img src=x onerror=${marker}>`,
    author: '</title><script>',
    notes: '<script>\n\n</style>',
    logo: null,
    baseline: null,
    segment: null,
    pages: 'browser',
  };
  const earlier = join(tempFolder(), 'earlier.crawl');
  await session.copyTo(earlier);
  const documents: string[] = [];
  documents.push((await session.siteReport({ ...wish, baseline: earlier }, made)) ?? '');
  documents.push(await session.report({ kind: 'politeness', origins: [] }, made));
  const urls = column(
    session,
    "SELECT url FROM url WHERE id % 40 = 0 OR length(url) > 1500 OR url NOT LIKE 'http%' ORDER BY id % 7, id LIMIT 16",
  );
  expect(urls.length).toBeGreaterThan(10);
  for (const url of urls) documents.push(await session.report({ kind: 'url', url: String(url) }, made));
  for (const line of [3, 205])
    documents.push(await session.report({ kind: 'line', origin: site.origin, line, profile: '' }, made).catch(() => ''));
  expect(documents.filter(html => html.length > 1_000).length).toBeGreaterThan(urls.length);
  expect(documents.flatMap(faults)).toEqual([]);
  expect(documents.some(html => html.includes(marker))).toBe(true);
});
