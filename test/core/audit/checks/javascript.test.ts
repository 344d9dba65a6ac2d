import { describe, expect, it } from 'vitest';
import { javascriptChecks } from '#core/audit/checks/javascript.ts';
import { type Audited, audited } from '#test/support/audited.ts';
import { comparedPages, type Rendered } from '#test/support/rendered-page.ts';
import { type RenderedAs, renderedRows } from '#test/support/rendered-rows.ts';

const origin = 'https://shop.test';
const ids = [...javascriptChecks.map(({ id }) => id), 'x.render_vs_raw_index'];
const place = { url: `${origin}/app.js`, line: 3, column: 7, function: 'draw' };

const page = (head: string, body = 'Some words'): string =>
  `<!doctype html><html lang=en><head>${head}</head><body><main>${body}</main></body></html>`;
const plain = page('<title>Same</title><meta name=description content=d>', '<h1>H</h1>');
const manyWords = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

interface Page {
  readonly raw: string;
  /** Null: it was not rendered. */
  readonly rendered: string | { readonly failed: string; readonly movedTo?: string } | null;
  readonly outcome?: Partial<Rendered>;
  readonly lineOf?: () => { readonly version: number; readonly line: number; readonly rule: string } | null;
}

/** Crawls pages of which some are rendered, and runs every check that needs it. */
function shop(pages: Readonly<Record<string, Page>>): Promise<Audited> {
  const home = page(
    '<title>Home</title>',
    Object.keys(pages)
      .map(path => `<a href=${path}>x</a>`)
      .join(''),
  );
  const rows: [string, RenderedAs][] = Object.entries(pages).flatMap(
    ([path, { raw, rendered, outcome, lineOf }]): [string, RenderedAs][] => {
      const url = origin + path;
      if (rendered === null) return [];
      if (typeof rendered !== 'string') return [[url, rendered]];
      return [[url, comparedPages(raw, rendered, { url, outcome: outcome ?? {}, ...(lineOf ? { lineOf } : {}) })]];
    },
  );
  const answers = Object.fromEntries(Object.entries(pages).map(([path, { raw }]) => [path, raw]));
  return audited({ '/': home, ...answers }, ids, {
    settings: { sitemaps: false },
    seeds: [`${origin}/`],
    routes: { [origin]: '' },
    sql: renderedRows(Object.fromEntries(rows)),
  });
}

const paths = ({ hits }: Audited, check: string): string[] => hits(check).map(url => url.replace(origin, ''));
const values = ({ audit }: Audited, check: string, path: string) => {
  const result = audit.results.find(each => each.check.id === check) ?? expect.fail(check);
  return [...audit.findings(result)].find(({ url }) => url === origin + path)?.evidence.items;
};

describe('checks of what scripts change', () => {
  it('say of pages that were not rendered, or could not be, that they are not checkable', async () => {
    const found = await shop({
      '/same': { raw: plain, rendered: plain },
      '/none': { raw: plain, rendered: null },
      '/stopped': { raw: plain, rendered: { failed: 'stopped' } },
      '/loop': { raw: plain, rendered: { failed: 'timeout' } },
      '/left': { raw: plain, rendered: { failed: 'left', movedTo: `${origin}/same` } },
    });
    const special = new Set(['js.render_failed', 'js.redirect']);
    for (const id of ids.filter(each => !special.has(each)))
      expect([id, found.count(id)]).toEqual([
        id,
        { hits: 0, checked: 1, notCheckable: { 'needs-rendering': 3, 'render-failed': 2 } },
      ]);
    expect(found.count('js.render_failed')).toEqual({ hits: 1, checked: 3, notCheckable: { 'needs-rendering': 3 } });
    expect(paths(found, 'js.render_failed')).toEqual(['/loop']);
    expect(found.count('js.redirect')).toEqual({
      hits: 1,
      checked: 2,
      notCheckable: { 'needs-rendering': 3, 'render-failed': 1 },
    });
    expect(paths(found, 'js.redirect')).toEqual(['/left']);
  });

  it('find texts that scripts change, and texts that only scripts write', async () => {
    const found = await shop({
      '/same': { raw: plain, rendered: plain },
      '/changed': {
        raw: plain,
        rendered: page('<title>Other</title><meta name=description content=e>', '<h1>I</h1>'),
        outcome: { scripted: [{ at: plain.indexOf('<title>'), place }] },
      },
      '/only': { raw: page(''), rendered: plain },
      '/gone': { raw: plain, rendered: page('') },
    });
    for (const name of ['title', 'desc', 'h1']) {
      expect([name, paths(found, `js.${name}_changed`)]).toEqual([name, ['/changed', '/gone']]);
      expect([name, paths(found, `js.${name}_only`)]).toEqual([name, ['/only']]);
    }
    expect(values(found, 'js.title_changed', '/changed')).toEqual([
      { value: 'Same', role: 'raw' },
      { value: 'Other', role: 'rendered' },
      { value: 'line 3, column 7', url: place.url, role: 'script' },
    ]);
  });

  it('find canonicals and robots directives that scripts write', async () => {
    const link = (url: string): string => page(`<link rel=canonical href="${url}">`);
    const meta = (content: string): string => page(`<meta name=robots content="${content}">`);
    const found = await shop({
      '/same': { raw: link('/same'), rendered: link(`${origin}/same`) },
      '/only': { raw: page(''), rendered: link('/x') },
      '/other': { raw: link('/other'), rendered: link('/x') },
      '/in': { raw: meta('noindex, nofollow'), rendered: meta('all') },
      '/out': { raw: page(''), rendered: meta('noindex') },
    });
    expect(paths(found, 'js.canonical_only')).toEqual(['/only']);
    expect(paths(found, 'js.canonical_mismatch')).toEqual(['/other']);
    expect(paths(found, 'js.noindex_only_raw')).toEqual(['/in']);
    expect(paths(found, 'js.nofollow_only_raw')).toEqual(['/in']);
    expect(paths(found, 'js.noindex_only_rendered')).toEqual(['/out']);
    expect(paths(found, 'x.render_vs_raw_index')).toEqual(['/in', '/only', '/other', '/out']);
    expect(values(found, 'js.noindex_only_raw', '/in')).toEqual([{ value: 'noindex, nofollow', bytes: expect.anything() }]);
    expect(values(found, 'js.noindex_only_rendered', '/out')).toEqual([{ value: 'robots: noindex', role: 'rendered' }]);
  });

  it('find content and links that only scripts write', async () => {
    const found = await shop({
      '/49': { raw: page('', manyWords(10)), rendered: page('', manyWords(59)) },
      '/50': { raw: page('', manyWords(10)), rendered: page('', manyWords(60)) },
      '/long': { raw: page('', manyWords(1_000)), rendered: page('', manyWords(1_190)) },
      '/links': { raw: page(''), rendered: page('', '<a href=/50>In</a><a href=https://else.test/>Out</a>') },
      '/out': { raw: page(''), rendered: page('', '<a href=https://else.test/>Out</a>') },
    });
    expect(paths(found, 'js.content')).toEqual(['/50']);
    expect(paths(found, 'js.links')).toEqual(['/links']);
    expect(values(found, 'js.links', '/links')).toEqual([{ value: 'In', url: `${origin}/50` }]);
  });

  it('find blocked resources with their line, errors, addresses and elements to click', async () => {
    const request = { seq: 1, url: place.url, method: 'GET', type: 'script', initiator: { kind: 'other' } } as const;
    const blocked = { ...request, outcome: 'blocked', status: null, fetch: null, bytes: 0, startedMs: 0, endedMs: 1 } as const;
    const found = await shop({
      '/blocked': {
        raw: plain,
        rendered: plain,
        outcome: { requests: [{ ...blocked, detail: 'robots-disallow' }] },
        lineOf: () => ({ version: 1, line: 14, rule: 'Disallow: /app' }),
      },
      '/noise': { raw: plain, rendered: plain, outcome: { requests: [{ ...blocked, detail: 'third-party' }] } },
      '/error': { raw: plain, rendered: plain, outcome: { console: [{ kind: 'exception', text: 'TypeError: x', place }] } },
      '/warned': { raw: plain, rendered: plain, outcome: { console: [{ kind: 'error', text: 'x', place }] } },
      '/moved': { raw: plain, rendered: plain, outcome: { url: `${origin}/moved?tab=2` } },
      '/anchor': { raw: plain, rendered: plain, outcome: { url: `${origin}/anchor#part` } },
      '/click': { raw: plain, rendered: page('', '<div onclick=go()>Go</div>') },
    });
    expect(paths(found, 'js.blocked_resources')).toEqual(['/blocked']);
    expect(values(found, 'js.blocked_resources', '/blocked')).toEqual([{ value: 'line 14: Disallow: /app', url: place.url }]);
    expect(paths(found, 'js.errors')).toEqual(['/error']);
    expect(paths(found, 'js.redirect')).toEqual(['/moved']);
    expect(paths(found, 'js.soft_nav_links')).toEqual(['/click']);
  });
});
