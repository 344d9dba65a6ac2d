import { describe, expect, it } from 'vitest';
import { renderedColumns } from '#core/rendering/columns.ts';
import type { PageRequest } from '#shared/model/rendering.ts';
import { comparedPages, pageUrl } from '#test/support/rendered-page.ts';

const page = (head: string, body: string): string => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const app = '/assets/app.js';
const place = { url: `https://shop.test${app}`, line: 12, column: 5, function: 'draw' };

describe('the delivered and the rendered page', () => {
  it('are equal where no script changes anything', () => {
    const html = page(
      '<title>Shop</title><meta name=description content=All>',
      '<h1>Shop</h1><main>Some words <a href=/a>A</a></main>',
    );
    const facts = comparedPages(html, html);
    expect(facts.changes).toEqual([]);
    expect(renderedColumns(facts)).toEqual({
      ...{ title: 'Shop', words: 3, linksAdded: 0, linksRemoved: 0, blocked: 0, failed: 0, errors: 0, changes: '' },
    });
  });

  it('differ in every fact that scripts write', () => {
    const raw = page('<title>Loading</title><link rel=canonical href=/p/1>', '<main><a href=/a>A</a></main>');
    const rendered = page(
      `<title>Chairs</title><meta name=description content="All chairs"><meta name=robots content="noindex">
       <link rel=canonical href=/p/2><link rel=alternate hreflang=de href=/de>
       <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Chair"}</script>`,
      '<main><h1>Chairs</h1><p>One two three</p><img src=/c.png alt=c><a href=/a>A</a></main>',
    );
    const facts = comparedPages(raw, rendered, { outcome: { url: `${pageUrl}?view=all#top` } });
    expect(facts.changes).toEqual([
      ...['title', 'description', 'h1', 'canonical', 'robots', 'hreflang', 'structured', 'text', 'images', 'address'],
    ]);
    expect(facts.title).toMatchObject({ raw: 'Loading', rendered: 'Chairs' });
    expect(facts.description).toMatchObject({ raw: null, rendered: 'All chairs' });
    expect(facts.canonical).toMatchObject({
      ...{ raw: 'https://shop.test/p/1', rendered: 'https://shop.test/p/2' },
      state: { raw: 'self', rendered: 'elsewhere' },
    });
    expect(facts.noindex).toMatchObject({ raw: false, rendered: true });
    expect(facts.robots).toEqual({ raw: 0, rendered: 1, added: ['robots: noindex'], removed: [] });
    expect(facts.hreflang.added).toEqual(['de https://shop.test/de']);
    expect(facts.structured.added).toEqual(['Product']);
    expect(facts.images).toEqual({ raw: 0, rendered: 1 });
    expect(facts.movedTo).toBe('https://shop.test/p/1?view=all');
    const [start, end] = facts.noindex.at ?? [0, 0];
    expect(rendered.slice(start, end)).toBe('<meta name=robots content="noindex">');
  });

  it('name the script that made an element', () => {
    const rendered = page('<title>T</title>', 'é <main><h1>H</h1><a href=/new rel=nofollow>New</a></main>');
    const byteOf = (tag: string): number => new TextEncoder().encode(rendered.slice(0, rendered.indexOf(tag))).length;
    const scripted = ['<h1>', '<a href'].map(tag => ({ at: byteOf(tag), place }));
    const facts = comparedPages(page('<title>T</title>', '<main></main>'), rendered, { outcome: { scripted } });
    expect(facts.title.by).toBeUndefined();
    expect(facts.h1.by).toEqual(place);
    expect(facts.links.added).toEqual([
      { url: 'https://shop.test/new', text: 'New', rel: 'nofollow', at: [byteOf('<a href'), byteOf('<a href') + 26], by: place },
    ]);
  });

  it('keep a noindex header in both', () => {
    const facts = comparedPages(page('<meta name=robots content=noindex>', ''), page('', ''), {
      headers: [['X-Robots-Tag', 'noindex']],
    });
    expect(facts.noindex).toEqual({ raw: true, rendered: true });
    expect(facts.robots.removed).toEqual(['robots: noindex']);
  });
});

describe('links', () => {
  const links = (raw: string, rendered: string) => comparedPages(page('', raw), page('', rendered)).links;

  it('are told apart by their targets, however they are written', () => {
    const found = links(
      '<a href=/a>A</a><a href=https://SHOP.test/b#x>B</a>',
      '<a href=../a>A</a><a href=/b>B</a><a href="/%7Ec">C</a>',
    );
    expect(found).toMatchObject({ raw: 2, rendered: 3, addedCount: 1, removedCount: 0, changedCount: 0 });
    expect(found.added.map(({ url }) => url)).toEqual(['https://shop.test/~c']);
  });

  it('change their text, their rel and their target', () => {
    const found = links(
      '<a href=/a>Old</a><a href=/b>B</a><a href=/c>Cart</a><a href=/gone>Gone</a>',
      '<a href=/a>New</a><a href=/b rel=nofollow>B</a><a href=/cart>Cart</a>',
    );
    expect(found.changed.map(({ url, what, raw, rendered }) => [url.slice(17), what, raw, rendered])).toEqual([
      ['/a', 'text', 'Old', 'New'],
      ['/b', 'rel', '', 'nofollow'],
      ['/c', 'target', 'https://shop.test/c', 'https://shop.test/cart'],
    ]);
    expect(found.removed.map(({ url }) => url.slice(17))).toEqual(['/c', '/gone']);
  });

  it('that many share a text are not matched by it, and scripts in addresses are no links', () => {
    const found = links('<a href=/a>More</a><a href=/b>More</a>', '<a href=/c>More</a><a href="javascript:go()">Go</a>');
    expect(found).toMatchObject({ changedCount: 0, addedCount: 1, removedCount: 2 });
  });

  it('use the address that scripts give the page', () => {
    const facts = comparedPages(page('', '<a href=x>X</a>'), page('', '<a href=x>X</a>'), {
      outcome: { url: 'https://shop.test/other/' },
    });
    expect(facts.links.added.map(({ url }) => url)).toEqual(['https://shop.test/other/x']);
  });
});

describe('requests and errors', () => {
  const request = (seq: number, change: Partial<PageRequest>): PageRequest => ({
    ...{ seq, url: `https://shop.test/${seq}.js`, method: 'GET', type: 'script', initiator: { kind: 'other' } },
    ...{ outcome: 'answered', detail: '', status: 200, fetch: null, bytes: 0, startedMs: 0, endedMs: 1 },
    ...change,
  });

  it('are listed once, with the line of robots.txt', () => {
    const requests = [
      request(0, {}),
      request(1, { outcome: 'blocked', detail: 'robots-disallow' }),
      request(2, { outcome: 'blocked', detail: 'robots-disallow', url: 'https://shop.test/1.js' }),
      request(3, { outcome: 'failed', detail: 'timeout' }),
    ];
    const line = { version: 4, line: 14, rule: 'Disallow: /1' };
    const facts = comparedPages('', '', { outcome: { requests }, lineOf: seq => (seq === 1 ? line : null) });
    expect(facts.blocked).toEqual([
      { url: 'https://shop.test/1.js', type: 'script', seq: 1, detail: 'robots-disallow', robots: line },
    ]);
    expect([facts.blockedCount, facts.failedCount]).toEqual([1, 1]);
  });

  it('count errors that nothing caught, not what scripts write to the console', () => {
    const facts = comparedPages('', '', {
      outcome: {
        console: [
          { kind: 'exception', text: 'ReferenceError: x is not defined', place },
          { kind: 'error', text: 'caught', place: null },
        ],
      },
    });
    expect(facts.errors).toEqual([{ text: 'ReferenceError: x is not defined', by: place }]);
  });

  it('find what a click opens without a link', () => {
    const { clickable } = comparedPages(
      '',
      page(
        '',
        '<div onclick="go()">x</div><span role=" Link">y</span><a onclick="z()">q</a><a href=/ onclick=1>ok</a><button onclick=1>b</button><script>"<b onclick=1>"</script>',
      ),
    );
    expect(clickable).toEqual({ count: 3, tags: ['<div onclick="go()">', '<span role=" Link">', '<a onclick="z()">'] });
  });
});

describe('a hostile page', () => {
  it('fills no file', () => {
    const long = 'x'.repeat(3_000);
    const body = Array.from(
      { length: 30_000 },
      (_, at) => `<a href="/${at}/${long.slice(0, 300)}" rel="${long.slice(0, 100)}">${long.slice(0, 150)}</a>`,
    ).join('');
    const metas = Array.from({ length: 500 }, (_, at) => `<meta name=robots content="${at}${long}">`).join('');
    const requests = Array.from({ length: 5_000 }, (_, seq) => ({
      ...{
        seq,
        url: `https://shop.test/${seq}${long}`,
        method: 'GET',
        type: 'script' as const,
        initiator: { kind: 'other' as const },
      },
      ...{ outcome: 'blocked' as const, detail: long, status: null, fetch: null, bytes: 0, startedMs: 0, endedMs: 1 },
    }));
    const console = requests.map(() => ({
      kind: 'exception' as const,
      text: long,
      place: { ...place, url: long.repeat(3), function: long },
    }));
    const scripted = Array.from({ length: 30_000 }, (_, at) => ({ at, place: { ...place, url: `https://shop.test/${long}` } }));
    const facts = comparedPages('', page(`<title>${long}</title>${metas}`, body), { outcome: { requests, console, scripted } });
    expect(facts.links).toMatchObject({ addedCount: 20_000, isCut: true });
    expect(facts.blockedCount).toBe(5_000);
    expect(JSON.stringify(facts).length).toBeLessThan(300_000);
  });
});
