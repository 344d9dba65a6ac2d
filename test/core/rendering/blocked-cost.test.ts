import { describe, expect, it } from 'vitest';
import { costOf, pageCost, type RenderedTwice, regainedByDraft } from '#core/rendering/blocked-cost.ts';
import { templateOf } from '#core/rendering/template.ts';
import type { PageRequest } from '#shared/model/rendering.ts';
import { comparedPages } from '#test/support/rendered-page.ts';

const origin = 'https://shop.test';
const page = (head: string, body: string): string => `<html><head>${head}</head><body><main>${body}</main></body></html>`;
const raw = page('<title>Shop</title>', 'Wait <a href=/kept>kept</a>');
const place = (file: string) => ({ url: `${origin}/${file}`, line: 1, column: 1, function: '' });

const blocked = (file: string, seq: number): PageRequest => ({
  ...{ seq, url: `${origin}/${file}`, method: 'GET', type: 'script', initiator: { kind: 'other' }, outcome: 'blocked' },
  ...{ detail: 'robots-disallow', status: null, fetch: null, bytes: 0, startedMs: 0, endedMs: 1 },
});

/** A page whose scripts are blocked; `freed`: its HTML with them, where each link names the script that made it by its class. */
function twice(path: string, files: readonly string[], freed: string | null): RenderedTwice {
  const url = origin + path;
  const requests = files.map((file, at) => blocked(file, at + 1));
  const lineOf = () => ({ version: 1, line: 14, rule: 'Disallow: /assets' });
  const scripted = freed
    ? [...freed.matchAll(/<a class="(\S+)"/g)].map(found => ({ at: found.index, place: place(found[1] ?? '') }))
    : [];
  return {
    url,
    obeying: comparedPages(raw, raw, { url, outcome: { requests }, lineOf }),
    freed: freed === null ? null : comparedPages(raw, freed, { url, outcome: { scripted } }),
    failure: '',
  };
}
const known = new Set([`${origin}/kept`, `${origin}/known`]);
const cost = (given: RenderedTwice) => pageCost(given, url => known.has(url) || !url.startsWith(origin));

describe('what a blocked resource costs a page', () => {
  it('is what only the second rendering has, explained by the one resource that was blocked', () => {
    const freed = page(
      '<title>Chairs</title><link rel=canonical href=/chairs><meta name=robots content=noindex>',
      'One two three four <a href=/kept>kept</a><a href=/new>New</a><a href=/known>Known</a><a href=https://else.test/>Else</a>',
    );
    const { blocked: lost, gains } = cost(twice('/', ['assets/app.js'], freed));
    expect(lost.map(({ url, robots }) => [url, robots?.line])).toEqual([[`${origin}/assets/app.js`, 14]]);
    expect(gains?.links).toEqual([
      { url: `${origin}/new`, text: 'New', resource: `${origin}/assets/app.js`, onlySo: true },
      { url: `${origin}/known`, text: 'Known', resource: `${origin}/assets/app.js`, onlySo: false },
      { url: 'https://else.test/', text: 'Else', resource: `${origin}/assets/app.js`, onlySo: false },
    ]);
    expect(gains).toMatchObject({
      ...{ linkCount: 3, onlySoCount: 1, isCut: false, words: { obeying: 2, freed: 5 }, missingText: 60 },
      title: { obeying: 'Shop', freed: 'Chairs' },
      canonical: { obeying: null, freed: `${origin}/chairs` },
      noindex: { obeying: false, freed: true },
    });
  });

  it('is nothing where both renderings are alike, and unknown without a second one', () => {
    expect(cost(twice('/', ['a.js'], raw)).gains).toMatchObject({
      ...{ links: [], linkCount: 0, missingText: 0, title: null, canonical: null, noindex: null },
    });
    expect(cost(twice('/', ['a.js'], null))).toMatchObject({ gains: null, failure: '' });
  });

  it('is unknown where the second rendering did not get the resource either, whatever else it shows', () => {
    const given = twice('/', ['a.js'], raw);
    for (const [outcome, detail, failure] of [
      ['blocked', 'resource-blocked', 'robots.txt blocked it again.'],
      ['failed', 'Its response is not in the file.', 'Its response is not in the file.'],
    ] as const) {
      const requests = [{ ...blocked('a.js', 1), outcome, detail }];
      const freed = comparedPages(raw, raw, { url: given.url, outcome: { requests } });
      const page1 = cost({ ...given, freed });
      expect(page1).toMatchObject({ gains: null, stillLost: [`${origin}/a.js`], failure });
      const sum = costOf([page1], { rendered: 1, leftOut: 0 });
      expect(sum).toMatchObject({ known: 0, isAtLeast: true, resources: [{ pages: 1, known: 0 }] });
      expect(regainedByDraft(sum, () => true)).toMatchObject({ pages: 1, unknown: 1, isAtLeast: true });
    }
  });

  it('is at least what came where only some resources did', () => {
    const given = twice('/', ['a.js', 'b.js'], null);
    const requests = [blocked('b.js', 2)];
    const some = page('<title>Shop</title>', 'Wait <a href=/kept>kept</a><a href=/new>New</a>');
    const page1 = cost({ ...given, freed: comparedPages(raw, some, { url: given.url, outcome: { requests } }) });
    expect(page1).toMatchObject({ stillLost: [`${origin}/b.js`], gains: { linkCount: 1, isCut: true } });
    const sum = costOf([page1], { rendered: 1, leftOut: 0 });
    expect(sum.isAtLeast).toBe(true);
    expect(sum.resources.map(({ url, known: seen }) => [url, seen])).toEqual([
      [`${origin}/a.js`, 1],
      [`${origin}/b.js`, 0],
    ]);
    expect(regainedByDraft(sum, url => url === `${origin}/b.js`)).toMatchObject({ pages: 1, unknown: 1 });
  });

  it('is at least what came where a freed script did not get what it asks for', () => {
    const given = twice('/', ['a.js'], raw);
    const data: PageRequest = { ...blocked('data.json', 2), outcome: 'failed', detail: 'Its response is not in the file.' };
    const freed = comparedPages(raw, raw, { url: given.url, outcome: { requests: [data] } });
    const page1 = cost({ ...given, freed });
    expect(page1).toMatchObject({ stillLost: [], gains: { linkCount: 0, isCut: true } });
    expect(costOf([page1], { rendered: 1, leftOut: 0 }).isAtLeast).toBe(true);
    // What failed with robots.txt obeyed, too, is missing in both.
    const obeying = comparedPages(raw, raw, { url: given.url, outcome: { requests: [blocked('a.js', 1), data] } });
    expect(cost({ ...given, obeying, freed }).gains?.isCut).toBe(false);
  });

  it('is a link that a script takes away while another one is missing', () => {
    const given = twice('/', ['a.js'], raw);
    const without = page('<title>Shop</title>', 'Wait');
    const { gains } = cost({ ...given, obeying: comparedPages(raw, without, { url: given.url }) });
    expect(gains?.links.map(({ url }) => url)).toEqual([`${origin}/kept`]);
  });

  it('of several resources is that of the script that made a link', () => {
    const freed = page('', '<a class="b.js" href=/b>b</a><a class="other.js" href=/c>c</a>');
    const { gains } = cost(twice('/', ['a.js', 'b.js'], freed));
    expect(gains?.links.map(({ url, resource }) => [url, resource])).toEqual([
      [`${origin}/b`, `${origin}/b.js`],
      [`${origin}/c`, null],
    ]);
  });
});

describe('the cost of a crawl', () => {
  const pages = [
    cost(twice('/1', ['a.js'], page('', '<a href=/new>New</a><a href=/x>X</a>'))),
    cost(twice('/2', ['a.js', 'b.js'], page('', '<a class="b.js" href=/new>New</a><a class="b.js" href=/y>Y</a>'))),
    cost(twice('/3', ['a.js'], null)),
  ];
  const whole = costOf(pages, { rendered: 10, leftOut: 0 });

  it('counts each URL once, and says at least where a page is unknown', () => {
    expect(whole).toMatchObject({ rendered: 10, withBlocked: 3, known: 2, isAtLeast: true, total: { links: 3, onlySo: 3 } });
    expect(whole.resources.map(({ url, pages: of, known: seen, links }) => [url, of, seen, links])).toEqual([
      [`${origin}/a.js`, 3, 2, 2],
      [`${origin}/b.js`, 1, 1, 2],
    ]);
    expect(costOf(pages.slice(0, 2), { rendered: 2, leftOut: 0 }).isAtLeast).toBe(false);
    expect(costOf(pages.slice(0, 2), { rendered: 5, leftOut: 1 })).toMatchObject({ isAtLeast: true, withBlocked: 3 });
  });

  it('is told by template, the most links first', () => {
    const more = [
      cost(twice('/shop/1', ['a.js'], page('', 'One two <a href=/x>X</a><a href=/known>Known</a>'))),
      cost(twice('/shop/2', ['a.js'], page('', '<a href=/x>X</a><a href=/z>Z</a>'))),
    ];
    const { templates } = costOf([...pages, ...more], { rendered: 10, leftOut: 0 });
    expect(templates.map(({ pages: of, known: seen, links, onlySo, isAtLeast }) => [of, seen, links, onlySo, isAtLeast])).toEqual(
      [
        [3, 2, 3, 3, true],
        [2, 2, 3, 2, false],
      ],
    );
    expect(templates.map(({ template }) => template)).toEqual([templateOf(`${origin}/1`), templateOf(`${origin}/shop/1`)]);
    expect(costOf(more, { rendered: 10, leftOut: 1 }).templates).toMatchObject([{ words: 1, isAtLeast: true }]);
  });

  it('comes back by a draft as far as the draft frees the resources', () => {
    const draft = (...files: string[]) => regainedByDraft(whole, url => files.some(file => url === `${origin}/${file}`));
    expect(draft()).toEqual({ pages: 0, links: 0, onlySo: 0, partly: 0, unknown: 0, isAtLeast: false });
    expect(draft('b.js')).toEqual({ pages: 1, links: 2, onlySo: 2, partly: 1, unknown: 0, isAtLeast: true });
    expect(draft('a.js')).toEqual({ pages: 3, links: 2, onlySo: 2, partly: 1, unknown: 1, isAtLeast: true });
    expect(draft('a.js', 'b.js')).toMatchObject({ pages: 3, links: 3, partly: 0, unknown: 1 });
  });
});
