import { expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import type { FileDifference } from '#shared/model/file-audit.ts';
import { admissionOfForm, formOf } from '../../../renderer/features/crawl-form/form-values.ts';
import { column, faults, newPath, newSession, reasonsOf, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

/** What the audit of the file finds wrong (I15: every decision equals the one recomputed from its evidence). */
function differences(file: string): readonly FileDifference[] {
  const found: FileDifference[] = [];
  const opened = openForAudit(file);
  finish(opened.run(difference => found.push(difference)));
  opened.close();
  return found;
}

test('other settings admit what they kept out in a finished crawl, and the pages behind it', async () => {
  const server = await site({ '/': linksTo('/shop/a', '/b'), '/shop/a': linksTo('/shop/c'), '/shop/c': page(), '/b': page() });
  const path = newPath();
  const session = newSession([server.url('/')], { exclude: ['glob:/shop/**'] }, { path, ...withoutWaits() });
  await session.run();
  expect(server.paths()).not.toContain('/shop/a');
  session.changeSettings({ exclude: [] });
  await session.run();
  expect(reasonsOf(session, server.url('/shop/a'))).toEqual([
    'excluded-pattern',
    'linked',
    'robots-no-rule',
    'fetched',
    'listable',
    'links-followed',
  ]);
  expect(session.status()).toMatchObject({ state: 'finished', fetched: 4, queued: 0 });
  expect(server.paths().filter(each => each === '/b')).toHaveLength(1);
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('stricter settings keep out what waits, before anything is requested', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `/late/${i}`);
  const server = await site({ '/': linksTo('/b', ...many), '/b': page() });
  const session = newSession([server.url('/')], { maxPages: 2 }, withoutWaits());
  await session.run();
  const before = server.paths().length;
  session.changeSettings({ exclude: ['/late/'], maxPages: 1_000 });
  await session.run();
  expect(
    server
      .paths()
      .slice(before)
      .filter(path => path.startsWith('/late/')),
  ).toEqual([]);
  expect(column(session, "SELECT count(*) FROM urls WHERE reason = 'excluded-pattern'")).toEqual([300]);
  expect(session.status()).toMatchObject({ state: 'finished', fetched: 2, queued: 0 });
  expect(faults(session)).toEqual([]);
});

test('URLs are judged once for each change, and not at all where nothing changed', async () => {
  const server = await site({ '/': linksTo('/a/', '/b'), '/a/': page(), '/b': page() });
  const session = newSession([server.url('/')], { exclude: ['/a/$', '/b$'] }, withoutWaits());
  const judged = () => column(session, "SELECT count(*) FROM event WHERE kind = 'judged-again'")[0];
  await session.run();
  session.changeSettings({ delayMs: 10 });
  await session.run();
  expect(judged()).toBe(0);
  session.changeSettings({ exclude: ['/b$'] });
  await session.run();
  await session.run();
  expect(judged()).toBe(1);
  expect(reasonsOf(session, server.url('/b'))).toEqual(['excluded-pattern']);
});

test('other settings keep out what a page limit kept out before, when the limit is raised', async () => {
  const paths = ['/b/1', '/b/2', '/lim/1', '/lim/10', '/b/3'];
  const server = await site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, page()])) });
  const path = newPath();
  const session = newSession([server.url('/')], { hostLimits: [{ host: '*', pages: 3 }] }, { path, ...withoutWaits() });
  await session.run();
  expect(reasonsOf(session, server.url('/lim/10'))).toContain('host-page-limit');
  session.changeSettings({ hostLimits: [{ host: '*', pages: 100 }], exclude: ['/lim/1'] });
  await session.run();
  expect(server.paths().filter(each => each.startsWith('/lim/'))).toEqual([]);
  expect(server.paths()).toContain('/b/3');
  expect(reasonsOf(session, server.url('/lim/10')).at(-1)).toBe('excluded-pattern');
  expect(session.status()).toMatchObject({ state: 'finished', fetched: 4, queued: 0 });
  session.changeSettings({ exclude: [], hostLimits: [{ host: '*', pages: 4 }] });
  await session.run();
  expect(server.paths().filter(each => each.startsWith('/lim/'))).toEqual([]);
  expect(reasonsOf(session, server.url('/lim/10')).at(-1)).toBe('host-page-limit');
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('a URL that its first link does not admit is crawled by a later link, as in a new crawl', async () => {
  const nofollow = page('<a rel="nofollow" href="/nf">x</a>', '<a rel="nofollow" href="/only">x</a>', '<a href="/hub">hub</a>');
  const server = await site({
    '/': nofollow,
    '/hub': linksTo('/late', '/nf'),
    '/nf': page(),
    '/only': page(),
    '/late': nofollow,
  });
  const path = newPath();
  const session = newSession([server.url('/')], { exclude: ['nf$', 'only$'] }, { path, ...withoutWaits() });
  await session.run();
  expect(reasonsOf(session, server.url('/nf'))).toEqual(['excluded-pattern']);
  session.changeSettings({ exclude: [] });
  await session.run();
  expect(reasonsOf(session, server.url('/nf')).slice(0, 3)).toEqual(['excluded-pattern', 'link-nofollow', 'linked']);
  expect(reasonsOf(session, server.url('/only'))).toEqual(['excluded-pattern', 'link-nofollow']);
  expect(server.paths().filter(each => each === '/nf')).toHaveLength(1);
  expect(column(session, `SELECT distance FROM url WHERE url LIKE '%/nf'`)).toEqual([2]);
  expect(session.status()).toMatchObject({ state: 'finished', fetched: 4, queued: 0 });
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('the window changes depth, rel and crawler of a finished crawl, and the crawl goes on with what they let in', async () => {
  const server = await site({
    '/': page('<a href="/a">a</a>', '<a rel="nofollow" href="/nf">nf</a>'),
    '/a': linksTo('/a/b'),
    '/a/b': page(),
    '/nf': page(),
  });
  const session = newSession([server.url('/')], { maxDepth: 1 }, withoutWaits());
  await session.run();
  expect(server.paths()).not.toEqual(expect.arrayContaining(['/a/b']));
  const { settings } = session.status();
  const change = {
    ...admissionOfForm(formOf(settings), []),
    maxDepth: 2,
    nofollowLinks: 'follow',
    profile: 'googlebot',
  } as const;
  await session.handlers['crawl.changeScope'](change);
  await expect.poll(() => session.status()).toMatchObject({ state: 'finished', fetched: 4, queued: 0 });
  expect(server.paths()).toEqual(expect.arrayContaining(['/a/b', '/nf']));
  expect(session.status().settings).toEqual({ ...settings, maxDepth: 2, nofollowLinks: 'follow', profile: 'googlebot' });
  expect(faults(session)).toEqual([]);
});
