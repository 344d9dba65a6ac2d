import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { linksTo, page, redirect, robotsFile } from '#test/support/site.ts';

const blocked = { '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n') };
const whole = (head: string, body = '') =>
  `<!DOCTYPE html><html><head><meta charset=utf-8>${head}</head><body>${body}</body></html>`;
/** A site with one page a fault, and which checks each page hits. */
async function faults(
  pages: Readonly<
    Record<string, { readonly body: string; readonly ids: readonly string[]; readonly headers?: Record<string, string> }>
  >,
) {
  const ids = [...new Set(Object.values(pages).flatMap(({ ids }) => ids))];
  const answers = Object.fromEntries(Object.entries(pages).map(([path, { body, headers = {} }]) => [path, { body, headers }]));
  const start = whole('<meta name=viewport content="width=device-width">', linksTo('/blocked', '/gone', ...Object.keys(pages)));
  const result = await audited({ ...blocked, ...answers, '/': start }, ids);
  const expected = Object.fromEntries(
    ids.map(id => [
      id,
      Object.keys(pages)
        .filter(path => pages[path]?.ids.includes(id))
        .sort(),
    ]),
  );
  return { ...result, expected, found: Object.fromEntries(ids.map(id => [id, result.hits(id).filter(path => path !== '/')])) };
}
const plain = { 'Content-Type': 'text/html' };

describe('HTML and HTTP', () => {
  it('has faults of the document', async () => {
    const { expected, found, count } = await faults({
      '/doctype': { body: '<html><head><meta charset=utf-8><title>x</title></head><body>x</body></html>', ids: ['val.doctype'] },
      '/no-charset': {
        headers: plain,
        body: '<!DOCTYPE html><html><head></head><body>x</body></html>',
        ids: ['val.charset_missing'],
      },
      '/mark': { headers: plain, body: '\ufeff<!DOCTYPE html><html><head></head><body>x</body></html>', ids: [] },
      '/two-charsets': {
        headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
        body: whole(''),
        ids: ['val.charset_conflict'],
      },
      '/same-charset': { headers: { 'Content-Type': 'text/html; charset=UTF8' }, body: whole(''), ids: [] },
      '/no-head': { body: '<!DOCTYPE html><html><body>x</body></html>', ids: ['val.head_missing'] },
      '/heads': { body: '<!DOCTYPE html><html><head></head><head></head><body>x</body></html>', ids: ['val.head_multiple'] },
      '/late-head': { body: '<!DOCTYPE html><html><p>x</p><head></head><body>x</body></html>', ids: ['val.head_not_first'] },
      '/div-head': {
        body: whole('<div>x</div><meta name=description content=x>'),
        ids: ['val.head_invalid', 'val.meta_in_body'],
      },
      // HTML allows both tags to be omitted: the first element of the body starts it.
      '/omitted': { body: '<!DOCTYPE html><html lang=en><head><title>t</title><p>x', ids: ['val.body_missing'] },
      '/late-end': {
        body: '<!DOCTYPE html><html><head><title>t</title><p>x</head><p>y',
        ids: ['val.head_invalid', 'val.body_missing'],
      },
      '/no-body': { body: '<!DOCTYPE html><html><head></head><p>x</html>', ids: ['val.body_missing'] },
      '/bodies': { body: '<!DOCTYPE html><html><head></head><body>x<body>y</html>', ids: ['val.body_multiple'] },
      '/order': { body: '<!DOCTYPE html><head></head><body>x<html>', ids: ['val.body_before_html'] },
      '/base': { body: whole('<base href="ftp://x/">'), ids: ['val.base_bad', 'val.base_present'] },
      '/ids': { body: whole('', '<p id=a><p id=a>'), ids: ['val.duplicate_id'] },
      '/frames': { body: '<!DOCTYPE html><html><head></head><frameset><frame src="/"></frameset></html>', ids: ['val.frames'] },
      '/flash': { body: whole('', '<embed src="x.swf">'), ids: ['val.plugins'] },
      '/open': { body: whole('', 'x<!-- never closed'), ids: ['val.unclosed_comment'] },
    });
    expect(found).toEqual(expected);
    expect(count('val.doctype')).toEqual({ hits: 1, checked: 20, notCheckable: { blocked: 1 } });
    expect(count('val.head_invalid')).toEqual({ hits: 2, checked: 20, notCheckable: { blocked: 1 } });
  });
});

describe('mobile and performance', () => {
  it('is looked at in the page', async () => {
    const { expected, found, count } = await faults({
      '/none': { body: whole(''), ids: ['mob.viewport_missing'] },
      '/fixed': { body: whole('<meta name=viewport content="width=1000">'), ids: ['mob.viewport_width'] },
      '/zoom': {
        body: whole('<meta name=viewport content="width=device-width, maximum-scale=1.0">'),
        ids: ['mob.zoom_disabled'],
      },
      '/no-comma': {
        body: whole('<meta name=viewport content="width = device-width, user-scalable=no shrink-to-fit=no">'),
        ids: ['mob.zoom_disabled'],
      },
      '/far': { body: whole('<meta name=viewport content="width=device-width, maximum-scale=5">'), ids: [] },
      '/wide': {
        body: whole('<meta name=viewport content="width=device-width">', '<table width=900>'),
        ids: ['mob.intrinsic_wide'],
      },
      '/twin': {
        body: whole(
          '<meta name=viewport content="width=device-width"><link rel=alternate media="only screen and (max-width: 640px)" href="/far">',
        ),
        ids: ['mob.alternate', 'mob.alternate_broken'],
      },
      '/deep': { body: whole('<meta name=viewport content="width=device-width">', '<div>'.repeat(40)), ids: ['perf.dom_depth'] },
      '/big': {
        body: whole('<meta name=viewport content="width=device-width">', '<p>x'.repeat(1_600)),
        ids: ['perf.dom_size', 'perf.uncompressed'],
      },
      '/heavy': {
        body: whole('<meta name=viewport content="width=device-width">', 'x'.repeat(2_200_000)),
        ids: ['perf.page_weight', 'val.html_large', 'perf.uncompressed'],
      },
      '/slow-head': {
        body: whole(`<meta name=viewport content="width=device-width">${'<script src="/a.js"></script>'.repeat(5)}`),
        ids: ['perf.render_blocking'],
      },
    });
    expect(found).toEqual(expected);
    expect(count('mob.viewport_missing')).toEqual({ hits: 1, checked: 12, notCheckable: { blocked: 1 } });
    expect(count('mob.alternate_broken')).toEqual({ hits: 1, checked: 1, notCheckable: { blocked: 1 } });
    expect(count('perf.dom_size')).toEqual({ hits: 1, checked: 12, notCheckable: { blocked: 1 } });
  });

  it('is looked at in files and hosts', async () => {
    const ids = ['perf.no_cache', 'val.resource_large', 'perf.css_js_total', 'perf.no_brotli', 'perf.redirect_cost', 'perf.ttfb'];
    const script = (headers: Record<string, string>, size = 10) => ({
      headers: { 'Content-Type': 'text/javascript', ...headers },
      body: 'x'.repeat(size),
    });
    const body = gzipSync(page('<script src="/a.js"></script><script src="/b.js"></script><script src="/c.js"></script>'));
    const answers = {
      '/': redirect('/1'),
      '/1': redirect('/2'),
      '/2': { headers: { 'Content-Encoding': 'gzip' }, body },
      ...{
        '/a.js': script({ 'Cache-Control': 'max-age=60' }),
        '/b.js': script({ ETag: '"1"', 'Content-Length': '3000000' }, 3_000_000),
        '/c.js': script({ 'Cache-Control': 'public, max-age=31536000' }),
      },
    };
    const unasked = await audited(answers, ids);
    expect(unasked.count('perf.no_cache')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 3 } });
    expect(unasked.count('val.resource_large')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 3 } });
    expect(unasked.count('perf.css_js_total')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 1 } });
    const { hits, count, site } = await audited(answers, ids, {
      settings: { checkResources: true, checkDelayMs: 0 },
      limits: { 'perf.ttfb': { ms: 60_000 } },
    });
    expect(ids.map(hits)).toEqual([['/a.js'], ['/b.js'], ['/2'], [site.origin], [site.origin], []]);
    expect(count('perf.no_cache')).toEqual({ hits: 1, checked: 3, notCheckable: {} });
    expect(count('perf.redirect_cost')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
  });
});
