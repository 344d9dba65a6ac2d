import { readFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/model/crawl.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

/** A file as the first released version made it. */
function olderFile(): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.exec(first);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma('user_version = 1');
  db.prepare('INSERT INTO settings (id, at, json) VALUES (1, 1, ?)').run(
    JSON.stringify({ ...defaultSettings, seeds: ['http://a.test/'] }),
  );
  db.exec(`INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, 1, 'old', 'stopped', 1)`);
  db.close();
  return path;
}

describe('a file of schema 1', () => {
  it('gets the tables of the drafts when it is opened for writing, and keeps what it has', () => {
    const path = olderFile();
    const { db, store } = reopenStore(path);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(store.crawl.read()?.state).toBe('stopped');
    addUrl(store, 'http://a.test/');
    const saved = store.transaction(() => store.drafts.saveAssertions(null, 'deny * /a', 5));
    db.close();
    expect(reopenStore(path).store.drafts.assertionSet(null)).toEqual(saved);
  });

  it('can be read without being changed', () => {
    const path = olderFile();
    const before = readFileSync(path);
    const { db, store } = reopenStore(path, { readOnly: true });
    expect(store.crawl.read()?.state).toBe('stopped');
    expect(store.drafts.assertionSet(null)).toBeUndefined();
    expect(store.drafts.failing()).toEqual([]);
    expect(store.drafts.drafts(1)).toEqual([]);
    db.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

const version = (body: string) => ({
  originId: 1,
  access: 'rules' as const,
  status: 200,
  cause: null,
  detail: '',
  body: Buffer.from(body) as Uint8Array,
  finalUrl: 'http://a.test/robots.txt',
  redirects: '[]',
  contentType: 'text/plain',
  etag: null,
  lastModified: null,
  fetchId: null,
});

describe('assertions in the file', () => {
  it('are one set for an origin and one for the whole file; an empty text takes a set away', () => {
    const { store } = newStore();
    addUrl(store, 'http://a.test/');
    const { drafts } = store;
    store.transaction(() => {
      drafts.saveAssertions(null, 'deny * /a', 5);
      drafts.saveAssertions(1, 'deny * /b', 6);
      drafts.saveAssertions(1, 'deny * /c', 7);
    });
    expect(drafts.assertionSets().map(set => [set.originId, set.text, set.updatedAt])).toEqual([
      [null, 'deny * /a', 5],
      [1, 'deny * /c', 7],
    ]);
    expect(store.transaction(() => drafts.saveAssertions(null, ' \n', 8))).toBeNull();
    expect(drafts.assertionSet(null)).toBeUndefined();
  });

  it('fail since the first of the versions in a row that they failed on', () => {
    const { store } = newStore();
    addUrl(store, 'http://a.test/');
    const { drafts, robots } = store;
    store.transaction(() => {
      const set = drafts.saveAssertions(1, 'deny * /a', 5);
      const run = (at: number, unmet: number): void => {
        const { id } = robots.record(version(`# ${at}\n`), at);
        drafts.recordRun({ setId: set?.id ?? 0, robotsId: id, originId: 1, at, met: 1, unmet, unchecked: 0 });
      };
      run(1, 1);
      run(2, 0);
      expect(drafts.failing()).toEqual([]);
      run(3, 2);
      run(4, 1);
    });
    expect(drafts.failing()).toEqual([{ origin: 'http://a.test', unmet: 1, unchecked: 0, since: 3, sinceNumber: 3 }]);
    store.transaction(() => drafts.saveAssertions(1, 'deny * /b', 9));
    expect(drafts.failing()).toEqual([]);
  });
});

describe('drafts in the file', () => {
  it('have a name of their own in their origin; saving one again keeps its beginning', () => {
    const { store } = newStore();
    addUrl(store, 'http://a.test/');
    const { drafts } = store;
    const save = (name: string, text: string, at: number) =>
      store.transaction(() => drafts.saveDraft({ originId: 1, name, text, baseVersionId: null }, at));
    const draft = save('shop', 'User-agent: *\n', 5);
    expect(save('shop', 'User-agent: b\n', 6)).toEqual({ ...draft, text: 'User-agent: b\n', updatedAt: 6 });
    save('other', '', 7);
    expect(drafts.drafts(1).map(each => each.name)).toEqual(['other', 'shop']);
    expect(store.transaction(() => drafts.deleteDraft(draft.id))).toBe(true);
    expect(drafts.draft(draft.id)).toBeUndefined();
    expect(() =>
      store.transaction(() => drafts.saveDraft({ originId: 99, name: 'x', text: '', baseVersionId: null }, 1)),
    ).toThrow(/FOREIGN KEY/);
  });
});

describe('what is typed and not saved', () => {
  it('is kept beside the saved drafts and assertions, and is none of them', () => {
    const { db, store, path } = newStore();
    addUrl(store, 'http://a.test/');
    store.transaction(() => {
      store.drafts.saveDraft({ originId: 1, name: 'spring', text: 'saved', baseVersionId: null }, 1);
      store.drafts.saveAssertions(1, 'deny * /saved', 1);
      store.drafts.keepWorkingDraft(1, 'typed', null, 2);
      store.drafts.keepWorkingDraft(1, 'typed more', null, 3);
      store.drafts.keepUnsavedAssertions(1, 'deny * /typed', 3);
    });
    db.close();
    const again = reopenStore(path).store;
    expect(again.drafts.drafts(1).map(({ name }) => name)).toEqual(['spring']);
    expect(again.drafts.workingDraft(1)?.text).toBe('typed more');
    expect(again.drafts.assertionSets().map(({ text }) => text)).toEqual(['deny * /saved']);
    expect(again.drafts.unsavedAssertions(1)).toBe('deny * /typed');
    again.transaction(() => {
      again.drafts.keepWorkingDraft(1, null, null, 4);
      again.drafts.keepUnsavedAssertions(1, null, 4);
    });
    expect(again.drafts.workingDraft(1)).toBeUndefined();
    expect(again.drafts.unsavedAssertions(1)).toBeNull();
    expect(again.drafts.drafts(1)).toHaveLength(1);
  });
});
