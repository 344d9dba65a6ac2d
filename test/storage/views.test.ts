import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UrlColumn } from '#shared/model/explanation.ts';
import { Tally } from '#storage/tally.ts';
import { urlViews } from '#storage/url-views.ts';
import { addUrl, draft, newStore } from './fixture.ts';

describe('lists of URLs', () => {
  const filled = () => {
    const { store } = newStore();
    const titles = ['b', null, 'a', 'c', null];
    const ids = titles.map((_, i) => addUrl(store, `http://a.test/${i}`));
    store.transaction(() => {
      for (const [i, title] of titles.entries())
        store.urls.change(store.urls.byId(ids[i] ?? 0) ?? expect.fail(), { title, status: 200 + (i % 2) });
    });
    return { store, views: urlViews(store.db) };
  };
  const order = (views: ReturnType<typeof urlViews>, sort: UrlColumn, descending: boolean) => {
    const { view } = views.create([], sort, descending);
    return (views.rows(view, 0, 100) ?? []).map(row => row.url.slice(-1)).join('');
  };

  it('sort in both directions, missing values last, ties by discovery', () => {
    const { views } = filled();
    expect(order(views, 'title', false)).toBe('20314');
    expect(order(views, 'title', true)).toBe('30241');
    expect(order(views, 'status', false)).toBe('02413');
    expect(order(views, 'status', true)).toBe('31420');
  });

  it('sort canonical and redirect targets by their URL', () => {
    const { store, views } = filled();
    const z = addUrl(store, 'http://a.test/z');
    const k = addUrl(store, 'http://a.test/k');
    store.transaction(() => {
      store.urls.change(store.urls.byId(1) ?? expect.fail(), { canonicalId: z, redirectId: k });
      store.urls.change(store.urls.byId(2) ?? expect.fail(), { canonicalId: k, redirectId: z });
    });
    expect(order(views, 'canonical', false).slice(0, 2)).toBe('10');
    expect(order(views, 'redirectTo', false).slice(0, 2)).toBe('01');
  });

  it('give any page, the position of a URL, and stay as they were while rows are added', () => {
    const { store, views } = filled();
    const { view, count, total } = views.create([], 'url', false);
    expect({ count, total }).toEqual({ count: 5, total: 5 });
    addUrl(store, 'http://a.test/1b');
    expect(views.rows(view, 3, 10)?.map(row => row.url)).toEqual(['http://a.test/3', 'http://a.test/4']);
    expect(views.rows(view, 1, 1)?.map(row => row.url)).toEqual(['http://a.test/1']);
    expect(views.rows(view, 99, 1)).toEqual([]);
    expect(views.position(view, 'http://a.test/2')).toBe(2);
    expect(views.position(view, 'http://a.test/1b')).toBe(-1);
    expect(views.rows(view + 100, 0, 1)).toBeNull();
  });

  it('close the oldest when too many are open', () => {
    const { views } = filled();
    const made = Array.from({ length: 20 }, () => views.create([], 'url', false).view);
    expect(views.rows(made[0] ?? 0, 0, 1)).toBeNull();
    expect(views.rows(made.at(-1) ?? 0, 0, 1)).toHaveLength(1);
  });

  it('stream block by block while rows are written between', () => {
    const { store, views } = filled();
    const seen: string[] = [];
    for (const row of views.stream([], 6)) {
      seen.push(row.url.slice(-1));
      if (seen.length === 5) addUrl(store, 'http://a.test/9');
    }
    expect(seen.join('')).toBe('012349');
    expect([...views.stream([], 2)]).toHaveLength(2);
  });
});

describe('the counters', () => {
  it('equal a fresh count after any operations, rolled-back ones included', () => {
    const operation = fc.record({
      kind: fc.constantFrom('insert' as const, 'change' as const, 'rollback' as const),
      pick: fc.nat(30),
      state: fc.constantFrom('queued' as const, 'leased' as const, 'done' as const, 'failed' as const, 'disregarded' as const),
      reason: fc.constantFrom('linked' as const, 'fetched' as const, 'robots-disallow' as const, 'not-found' as const),
      status: fc.constantFrom(200, 404, null),
      mayList: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), operations => {
        const { store, db } = newStore();
        let made = 0;
        for (const { kind, pick, state, reason, status, mayList } of operations) {
          const record = store.urls.byId(1 + (pick % Math.max(1, made)));
          const change = () =>
            record &&
            store.urls.change(record, {
              state,
              reason,
              status,
              mayList,
              decisionId: store.urls.decide(record.id, draft(reason), 1, 1),
            });
          if (kind === 'insert')
            addUrl(
              store,
              `http://a.test/${made++}`,
              { state, originId: pick % 5 === 0 ? null : 1, ...(made === 1 ? { originId: null } : {}) },
              reason,
            );
          else if (kind === 'change') store.transaction(change);
          else
            expect(() =>
              store.transaction(() => {
                change();
                throw new Error('back');
              }),
            ).toThrow('back');
        }
        const fresh = new Tally(db);
        const shown = (tally: Tally) => ({
          ...tally,
          origins: [...tally.origins].filter(([, counts]) => Object.values(counts).some(n => n > 0)),
        });
        expect(shown(store.tally)).toEqual(shown(fresh));
        db.close();
      }),
      { numRuns: 25 },
    );
  });
});
