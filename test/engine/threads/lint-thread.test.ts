import { expect, test } from 'vitest';
import { openReads } from '#engine/reader/reads.ts';
import { StoredLints } from '#engine/robots/lint.ts';
import { stopSlices } from '#engine/threads/slices.ts';
import { openDatabase } from '#storage/file/database.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const robots = 'User-agent: *\nDisallow: /p/1\nDisallow: /nowhere/\nDisallow: /*7.html$\n';

async function largeSite() {
  const server = await site({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
    '/': page(linksTo(...Array.from({ length: 5_500 }, (_, n) => `/p/${n}.html`))),
  });
  const session = newSession([server.url('/')], { maxPages: 1 });
  await session.run();
  return { session, origin: server.origin };
}

test('a file of a large site is checked in a thread of its own, with what any other check finds', async () => {
  const { session, origin } = await largeSite();
  const lint = await session.handlers['robots.lint']({ origin });
  const whole = [...session.lintRobots({ origin })][0];
  expect(lint?.findings.map(each => [each.id, each.line, each.message])).toEqual(
    whole?.diagnostics.map(each => [each.id, each.line, each.message]),
  );
  expect(lint?.findings).toContainEqual(expect.objectContaining({ id: 'P-DEAD', line: 3 }));
  expect(lint?.notChecked).toEqual(whole?.notChecked);
});

test('a check whose file is closed ends, and says so', async () => {
  const { session, origin } = await largeSite();
  const db = openDatabase(session.path, { readOnly: true });
  const reads = openReads(db);
  const [version] = reads.robots.all(1);
  if (!version) throw new Error('no version');
  const lints = new StoredLints(reads.lint, reads.robots, session.path);
  const checked = lints.view(origin, version);
  expect(lints.view(origin, version)).toBe(checked);
  stopSlices();
  await expect(checked).rejects.toMatchObject({ code: 'refused' });
  // The next call succeeds.
  expect((await lints.view(origin, version)).findings.length).toBeGreaterThan(0);
  db.close();
});
