import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { firstXmlFault } from '#core/sitemap/well-formed.ts';
import type { Session } from '#engine/session/session.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { linksTo, page, redirect } from '../../support/site.ts';

/** Ends when the export did; what it said on the way. */
async function ended(session: Session, id: number) {
  const shares: number[] = [];
  for (;;) {
    const progress = await session.handlers['export.read']({ id });
    shares.push(progress.share);
    if (progress.state !== 'running') return { ...progress, shares };
    await new Promise(done => setTimeout(done, 2));
  }
}

/** `fan`: pages that the first one links to. */
async function crawled(fan: number) {
  const pages = Array.from({ length: fan }, (_, at) => `/p${at}?a=1&b=${at}`);
  const server = await site({
    '/': page('<title>&lt;Home&gt;</title>', linksTo('/moved', ...pages.map(path => path.replaceAll('&', '&amp;')))),
    '/moved': redirect('/p0?a=1&b=0'),
    ...Object.fromEntries(pages.map(path => [path, linksTo('/')])),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  return { session, path: session.path, out: join(dirname(session.path), 'links.graphml') };
}

test('the file equals what the command line prints, and is well-formed; the links are read first', async () => {
  const { session, path, out } = await crawled(3);
  const progress = await ended(session, await session.startGraphml(out));
  expect(progress).toMatchObject({ state: 'done', problem: '', share: 1, written: '5 URLs and 8 links.', rows: 13 });
  expect(progress.shares).toEqual(progress.shares.toSorted((a, b) => a - b));
  // The same again, of links that are read already.
  const again = `${out}-2`;
  expect(await ended(session, await session.startGraphml(again))).toMatchObject({ state: 'done', written: progress.written });
  expect((await session.handlers['graph.read']({})).run).toBe(1);
  await session.close();
  const text = readFileSync(out, 'utf8');
  expect(firstXmlFault(text)).toBeNull();
  expect(text.match(/<edge /g)).toHaveLength(8);
  expect(text).toContain('?a=1&amp;b=2<');
  const printed = await runInProcess(['graph', path]);
  expect(printed.code).toBe(0);
  expect(text).toBe(printed.out);
  expect(readFileSync(again, 'utf8')).toBe(printed.out);
});

test('a graph of many pieces comes whole', async () => {
  const { session, path, out } = await crawled(600);
  expect(await ended(session, await session.startGraphml(out))).toMatchObject({ state: 'done' });
  await session.close();
  const text = readFileSync(out, 'utf8');
  expect(text.length).toBeGreaterThan(2 * 65_536);
  expect(text).toBe((await runInProcess(['graph', path])).out);
});

test('links that changed are read again; cancelled or closed, nothing is left', async () => {
  const { session, path, out } = await crawled(2);
  await ended(session, await session.startGraphml(`${out}-1`));
  session.rules.save([{ kind: 'segment', name: 'p', by: 'filter', expression: 'inurl:p0' }]);
  await expect.poll(async () => (await session.handlers['graph.read']({})).isCurrent).toBe(false);
  const id = await session.startGraphml(out);
  await session.handlers['export.cancel']({ id });
  expect(await ended(session, id)).toMatchObject({ state: 'cancelled' });
  expect(await ended(session, await session.startGraphml(`${out}-2`))).toMatchObject({ state: 'done' });
  expect((await session.handlers['graph.read']({})).run).toBe(2);
  await session.close();
  const closed = reopen(path, { readOnly: true });
  await closed.startGraphml(out);
  await closed.close();
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(dirname(out)).filter(name => name.includes('.part'))).toEqual([]);
});
