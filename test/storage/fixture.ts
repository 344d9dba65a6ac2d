import { afterEach } from 'vitest';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import { createDatabase, openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { InlinkCountWriter } from '#storage/links/inlink-count-rows.ts';
import { openStore, type Store } from '#storage/store.ts';
import type { NewUrl } from '#storage/tables/urls.ts';
import { newPath } from '../support/crawling.ts';

const open: WriteDb[] = [];
afterEach(() => {
  for (const db of open.splice(0)) if (db.open) db.close();
});

/** A new crawl file with its crawl row, closed after the test. */
export function newStore(path = newPath()): { readonly path: string; readonly db: WriteDb; readonly store: Store } {
  const db = createDatabase(path);
  open.push(db);
  const store = openStore(db);
  store.transaction(() => store.crawl.create(1, 'test', { ...defaultSettings, seeds: ['http://a.test/'] }));
  return { path, db, store };
}

export function reopenStore(path: string, options: { readonly readOnly?: boolean } = {}) {
  const db = openDatabase(path, options);
  open.push(db);
  return { path, db, store: openStore(db) };
}

/** Changes how many pages link to a URL, as if they had been counted. */
export function countInlinks(db: WriteDb, more: number, id: number): void {
  const counts = new InlinkCountWriter(db);
  counts.add(more, id);
  counts.flush();
}

export const draft = (
  reason: DecisionDraft['reason'] = 'linked',
  stage: DecisionDraft['stage'] = 'admission',
): DecisionDraft => ({
  stage,
  verdict: 'accept',
  reason,
  rule: 'otherwise',
  evidence: [],
  trace: [],
});

/** Writes a URL with its first decision, and the given columns of its row. */
export function addUrl(
  store: Store,
  url: string,
  wanted: Partial<NewUrl> = {},
  reason: DecisionDraft['reason'] = 'linked',
): number {
  const origin = { key: 'http://a.test', scheme: 'http', host: 'a.test', port: 80 };
  return store.transaction(() =>
    store.urls.insert(
      {
        url,
        originId: (store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id,
        state: 'queued',
        depth: 1,
        hops: 0,
        via: 'link',
        viaId: null,
        ...wanted,
      },
      draft(reason),
      1,
      1,
    ),
  );
}
