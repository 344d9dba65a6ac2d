import { describe, expect, it } from 'vitest';
import { KeptOut } from '#engine/crawl/kept-out.ts';
import { addUrl, draft, newStore } from '../../storage/fixture.ts';

/** More URLs than one step reads. */
const many = 9_000;
const reasons = ['resource-not-crawled', 'scope-host', 'link-nofollow', 'linked'] as const;
const reasonOf = (id: number) => reasons[id % reasons.length] ?? 'linked';

/** A file with URLs that are kept out for different reasons, every fourth queued. Nothing of it is counted. */
function crawled() {
  const { store } = newStore();
  const first = addUrl(store, 'http://a.test/0');
  store.transaction(() => {
    for (let id = first + 1; id <= many; id++) {
      const reason = reasonOf(id);
      const state = reason === 'linked' ? 'queued' : 'disregarded';
      expect(addUrl(store, `http://a.test/${id}`, { state }, reason)).toBe(id);
    }
  });
  store.tally.forget();
  return store;
}

const ids = Array.from({ length: many - 1 }, (_, at) => at + 2);
/** The ids that may be reopened, and those that no hyperlink led to. */
const answers = (keptOut: KeptOut) => [ids.filter(id => keptOut.mayReopen(id)), ids.filter(id => keptOut.isUnlinked(id))];

describe('URLs that a crawl keeps out', () => {
  const wanted = [
    ids.filter(id => ['resource-not-crawled', 'link-nofollow'].includes(reasonOf(id))),
    ids.filter(id => reasonOf(id) === 'resource-not-crawled'),
  ];

  it('are known before they are read, between two steps, and after the last one', () => {
    const store = crawled();
    const keptOut = new KeptOut(store.urls);
    expect(answers(keptOut)).toEqual(wanted);
    const steps = keptOut.read();
    for (let n = 0; n < 2; n++) {
      expect(steps.next().done).toBe(false);
      expect(answers(keptOut)).toEqual(wanted);
    }
    while (steps.next().done !== true);
    expect(answers(keptOut)).toEqual(wanted);
    expect(store.tally.isCounted).toBe(false);
  });

  it('follow what happens to a URL while they are read', () => {
    const store = crawled();
    const keptOut = new KeptOut(store.urls);
    const steps = keptOut.read();
    expect(steps.next().done).toBe(false);
    // One that is read, and one that is not.
    for (const id of [6, many - 2]) {
      expect([reasonOf(id), keptOut.mayReopen(id)]).toEqual(['link-nofollow', true]);
      const record = store.urls.byId(id) ?? expect.fail();
      store.transaction(() => {
        const decisionId = store.urls.decide(id, draft('linked'), 1, 1);
        store.urls.change(record, { state: 'queued', reason: 'linked', decisionId });
        keptOut.admitted(id);
      });
      expect(keptOut.mayReopen(id)).toBe(false);
    }
    for (const id of [3, many - 1]) {
      expect([reasonOf(id), keptOut.isUnlinked(id)]).toEqual(['linked', false]);
      const record = store.urls.byId(id) ?? expect.fail();
      store.transaction(() => {
        const decisionId = store.urls.decide(id, draft('reference-not-crawled'), 1, 1);
        store.urls.change(record, { state: 'disregarded', reason: 'reference-not-crawled', decisionId });
        keptOut.rejected(id, 'reference-not-crawled');
      });
    }
    while (steps.next().done !== true);
    for (const id of [6, many - 2]) expect(keptOut.mayReopen(id)).toBe(false);
    for (const id of [3, many - 1]) expect([keptOut.mayReopen(id), keptOut.isUnlinked(id)]).toEqual([true, true]);
  });
});
