import { describe, expect, test } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { comparedPages } from '#test/support/rendered-page.ts';
import { type RenderedAs, renderedRows } from '#test/support/rendered-rows.ts';
import { addUrl, newStore } from '../fixture.ts';

const site = 'http://a.test/';
const page = (title: string, body: string): string =>
  `<html><head><title>${title}</title></head><body><main>${body}</main></body></html>`;
const raw = page('Wait', 'Some words');
const same = comparedPages(raw, raw);
const titled = comparedPages(raw, page('Chairs', 'Some words'));
const linked = comparedPages(raw, page('Wait', 'Some words <a href=/1>one</a> <a href=/2>two</a>'), {
  outcome: { console: [{ kind: 'exception', text: 'x', place: null }] },
});

/** Pages and their lists, by columns in memory as by the file. */
function pages() {
  const { db, store } = newStore();
  for (const name of ['same', 'titled', 'linked', 'broken', 'waits', 'freed', 'plain']) addUrl(store, site + name);
  const views = urlViews(db);
  const orders = new UrlOrders(db);
  const name = ({ url }: { readonly url: string }): string => url.slice(site.length);
  const render = (rendered: Readonly<Record<string, RenderedAs>>, how: Parameters<typeof renderedRows>[1] = {}): void =>
    void db.exec(renderedRows(Object.fromEntries(Object.entries(rendered).map(([at, as]) => [site + at, as])), how));
  const kept = (filter: string, sort: Parameters<typeof orders.use>[1] = 'rendered'): string[] => {
    const { terms, problem } = parseQuery(filter);
    expect(problem).toBe('');
    finish(orders.update());
    finish(orders.use(terms, sort));
    const found = views.rows(finish(orders.select(terms, () => undefined))).map(name);
    expect([...views.stream(terms, 100)].map(name)).toEqual(found);
    return found;
  };
  return { db, render, kept, views, orders };
}

function rendered() {
  const all = pages();
  all.render({ same, titled, linked, broken: { failed: 'timeout' } });
  all.render({ freed: linked }, { variant: 'freed' });
  all.db.exec(`INSERT INTO rendering (url_id, variant, wanted, template, state, result, settings_id, queued_at)
    SELECT id, 'obeying', 'all', '', 'queued', 'waiting', 1, 1 FROM url WHERE url = '${site}waits'`);
  return all;
}

describe('the columns of a rendering', () => {
  test('are those of the one that obeyed robots.txt, once it has ended', () => {
    const { views } = rendered();
    const rows = [...views.stream([], 10)].map(row => [
      ...[row.rendered, row.scriptChanges, row.renderedTitle, row.renderedWords, row.renderedLinks, row.linksLost],
      ...[row.blockedResources, row.failedResources, row.scriptErrors],
    ]);
    const nothing = Array.from({ length: 9 }, () => null);
    expect(rows).toEqual([
      ['same', null, 'Wait', 2, 0, 0, 0, 0, 0],
      ['different', 'title', 'Chairs', 2, 0, 0, 0, 0, 0],
      ['different', 'text,links', 'Wait', 4, 2, 0, 0, 0, 1],
      ['failed', ...nothing.slice(1)],
      ...[nothing, nothing, nothing],
    ]);
  });

  test('are filters', () => {
    const { kept } = rendered();
    expect(kept('rendered:yes')).toEqual(['same', 'titled', 'linked']);
    expect(kept('rendered:no')).toEqual(['waits', 'freed', 'plain']);
    expect(kept('rendered:failed')).toEqual(['broken']);
    expect(kept('rendered:different')).toEqual(['titled', 'linked']);
    expect(kept('rendered:title')).toEqual(['titled']);
    expect(kept('rendered:title,links')).toEqual(['titled', 'linked']);
    expect(kept('-rendered:different rendered:yes')).toEqual(['same']);
    expect(kept('rendered:links>0')).toEqual(['linked']);
    expect(kept('rendered:errors>0')).toEqual(['linked']);
    expect(kept('rendered_title:chairs', 'renderedTitle')).toEqual(['titled']);
    expect(kept('rendered_words:>2')).toEqual(['linked']);
  });

  test('sort lists', () => {
    const { orders, views } = rendered();
    finish(orders.update());
    finish(orders.use([], 'renderedLinks'));
    const text = orders.textOf('renderedTitle') ?? expect.fail();
    finish(text.update(orders.columns.last));
    const ids = finish(orders.select([], () => undefined));
    const sorted = (sort: string): string[] =>
      views.rows(finish(orders.order(ids, sort, false)).slice(0, 3)).map(({ url }) => url.slice(site.length));
    expect(sorted('renderedLinks')[2]).toBe('linked');
    expect(sorted('renderedTitle')[0]).toBe('titled');
  });

  test('reach lists in use when a rendering ends, also two in one millisecond', () => {
    const { kept, render } = pages();
    expect(kept('rendered:yes')).toEqual([]);
    render({ titled }, { endedAt: 5_000 });
    expect(kept('rendered:yes')).toEqual(['titled']);
    render({ same }, { endedAt: 5_000 });
    expect(kept('rendered:yes')).toEqual(['same', 'titled']);
    render({ linked }, { endedAt: 5_001 });
    expect(kept('rendered:yes')).toEqual(['same', 'titled', 'linked']);
  });

  test('a mistake in the operator gets one sentence', () => {
    expect(parseQuery('rendered:frob').problem).toContain('“frob” in rendered:frob is not known. Use one of: yes, no, same');
    expect(parseQuery('rendered:title,failed').problem).toBe(
      'rendered:title,failed mixes what scripts change with other words. Write rendered:title alone.',
    );
    expect(parseQuery('rendered:links>many').problem).toContain('is not a number');
  });
});
