import { expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import type { FileDifference } from '#shared/model/file-audit.ts';
import { faults, newPath, newSession, rows, site } from '../../support/crawling.ts';
import { routed } from '../../support/routed.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

function differences(file: string): readonly FileDifference[] {
  const found: FileDifference[] = [];
  const opened = openForAudit(file);
  finish(opened.run(difference => found.push(difference)));
  opened.close();
  return found;
}

test('links and sitemap entries are taken in the spelling of the rules; the one found stays visible with its reason', async () => {
  const server = await site({
    '/': linksTo('/a?sid=1&id=1', '/a?sid=2&id=1', '/a?id=1', '/old/b', '/go'),
    '/a?id=1': page(),
    '/new/b': page(),
    '/go': redirect('/kept?sid=9'),
    '/kept?sid=9': page(),
    '/listed': page(),
  });
  server.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${server.url('/listed?sid=3')}</loc></url></urlset>`,
  });
  const path = newPath();
  const settings = { parameters: ['drop sid'], rewrites: ['/old/ => /new/'], sitemaps: true };
  const session = newSession([server.url('/')], settings, { path, ...withoutWaits() });
  await session.run();
  const requested = server.paths().filter(each => !/robots|sitemap/.test(each));
  expect(requested.toSorted()).toEqual(['/', '/a?id=1', '/go', '/kept?sid=9', '/listed', '/new/b']);
  expect(
    rows(session, "SELECT substr(url, instr(url, '/a?') + 1), reason, inlinks FROM urls WHERE url LIKE '%/a?%' ORDER BY url"),
  ).toEqual([
    ['a?id=1', 'fetched', 1],
    ['a?sid=1&id=1', 'parameters-changed', 0],
    ['a?sid=2&id=1', 'parameters-changed', 0],
  ]);
  const { decisions } = await session.handlers['url.explain']({ url: server.url('/a?sid=2&id=1') });
  expect(decisions.at(-1)).toMatchObject({
    sentence: `Your rule for parameters “drop sid” turns this URL into ${server.url('/a?id=1')}. The crawl takes that URL instead.`,
    evidence: [{ kind: 'respelled' }, { kind: 'link' }],
  });
  const target = await session.handlers['url.explain']({ url: server.url('/new/b') });
  expect(target.decisions[0]?.evidence[0]).toMatchObject({
    kind: 'respelled',
    text: `/old/ => /new/: ${server.url('/old/b')} → ${server.url('/new/b')}`,
  });
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('Clean-param is honoured on choice, also on a host whose robots.txt comes later, and each decision names the line', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow:\nClean-param: sid /a\n'),
    '/': linksTo('/a?sid=1', '/b?sid=1', 'http://shop.test/a?sid=2&x=1'),
    '/a': page(),
    '/a?x=1': page(),
    '/b?sid=1': page(),
  });
  const path = newPath();
  const wrapFetcher = routed({ 'http://shop.test': server.origin });
  const session = newSession([server.url('/')], { cleanParam: true, internalHosts: ['shop.test'] }, { path, wrapFetcher });
  await session.run();
  expect(
    server
      .paths()
      .filter(each => each !== '/robots.txt')
      .toSorted(),
  ).toEqual(['/', '/a', '/a?x=1', '/b?sid=1']);
  const { decisions } = await session.handlers['url.explain']({ url: 'http://shop.test/a?sid=2&x=1' });
  expect(decisions.at(-1)).toMatchObject({
    reason: 'clean-param',
    sentence:
      'Line 3 (“Clean-param: sid /a”) of http://shop.test/robots.txt turns this URL into http://shop.test/a?x=1. The crawl takes that URL instead.',
  });
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('all Clean-param lines that change a URL are one piece of evidence, which the audit makes again', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
  const server = await site({
    '/robots.txt': robotsFile(`User-agent: *\nDisallow:\n${names.map(name => `Clean-param: ${name}`).join('\n')}\n`),
    '/': linksTo(`/a?${names.join('&')}`, '/a?p1&p0&id=1'),
    '/a': page(),
    '/a?id=1': page(),
  });
  const path = newPath();
  const session = newSession([server.url('/')], { cleanParam: true }, { path, ...withoutWaits() });
  await session.run();
  const cited = "SELECT count(*) FROM decisions, json_each(decisions.evidence) WHERE json_extract(value, '$.kind') = 'respelled'";
  expect(rows(session, cited)).toEqual([[4]]);
  const { decisions } = await session.handlers['url.explain']({ url: server.url('/a?p1&p0&id=1') });
  expect(decisions.at(-1)).toMatchObject({
    reason: 'clean-param',
    evidence: [
      { text: `Clean-param: p0 (lines 3, 4): ${server.url('/a?p1&p0&id=1')} → ${server.url('/a?id=1')}` },
      { open: { view: 'source' } },
    ],
  });
  expect(faults(session)).toEqual([]);
  await session.close();
  expect(differences(path)).toEqual([]);
});

test('without the choice, Clean-param changes nothing; a resume with it takes what waits in the new spelling', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow:\nClean-param: sid\n'),
    '/': linksTo('/a?sid=1', '/a?sid=2', '/a?sid=3'),
    '/a': page(),
    '/a?sid=1': page(),
  });
  const session = newSession([server.url('/')], { maxPages: 2 }, withoutWaits());
  await session.run();
  expect(server.paths()).toEqual(['/robots.txt', '/', '/a?sid=1']);
  session.changeSettings({ cleanParam: true, maxPages: 100 });
  await session.run();
  expect(
    server
      .paths()
      .slice(3)
      .filter(each => each !== '/robots.txt'),
  ).toEqual(['/a']);
  expect(faults(session)).toEqual([]);
});
