import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import { patience } from '../../support/patience.ts';
import { linksTo, page } from '../../support/site.ts';

async function crawled(): Promise<Session> {
  const server = await site({ '/': page(linksTo('/a')), '/a': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  return session;
}

const settled = (session: Session) =>
  vi.waitUntil(async () => {
    const found = await session.handlers['fileAudit.read']({});
    return found !== null && found.progress.state !== 'running' && found;
  }, patience);

test('the open file is audited on a thread, while it is open for writing', async () => {
  const session = await crawled();
  expect(await session.handlers['fileAudit.read']({})).toBeNull();
  await session.handlers['fileAudit.start']({});
  const found = await settled(session);
  expect(found).toMatchObject({ progress: { state: 'done' }, total: 0, differences: [], problem: '' });
  expect(found.checks.find(({ check }) => check === 'outcome')).toMatchObject({ checked: 2, differences: 0 });
});

test('differences arrive with their counts, and it can be run again', async () => {
  const session = await crawled();
  const { path } = session;
  await session.close();
  const db = new BetterSqlite3(path);
  db.exec("UPDATE url SET may_list = 'no'");
  db.close();
  const again = reopen(path, { readOnly: true });
  for (let turn = 0; turn < 2; turn += 1) {
    await again.handlers['fileAudit.start']({});
    const found = await settled(again);
    expect(found.total).toBe(2);
    expect(found.differences.map(({ check }) => check)).toEqual(['listing', 'listing']);
  }
});

test('cancel ends it', async () => {
  const session = await crawled();
  await session.handlers['fileAudit.start']({});
  await session.handlers['fileAudit.cancel']({});
  expect(await session.handlers['fileAudit.read']({})).toMatchObject({ progress: { state: 'cancelled' } });
});
