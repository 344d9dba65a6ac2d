import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawlscope, node, start } from '../../support/child.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, site } from '../../support/crawling.ts';
import { linksTo, type Site } from '../../support/site.ts';

const program = resolve('test/support/resume-after-crash.ts');
const names = ['/a', '/bad', '/c', '/d', '/e', '/f'];

/** A site whose page /bad never ends: the process is killed while it waits for it. */
async function siteWithBadPage(): Promise<Site> {
  const server = await site({ '/': linksTo(...names), ...Object.fromEntries(names.map(path => [path, 'A page.'])) });
  server.set('/bad', () => undefined);
  return server;
}

const asked = (server: Site, path: string): number => server.paths().filter(each => each === path).length;

/** Kills the process when /bad was requested that often, and everything else is settled. */
async function killAtBad(server: Site, started: ReturnType<typeof start>, times: number): Promise<void> {
  const early = started.ended.then(({ code, err }) => expect.fail(`It ended with ${code}: ${err}`));
  await Promise.race([expect.poll(() => asked(server, '/bad')).toBe(times), early]);
  started.child.kill('SIGKILL');
  await started.ended;
}

describe('a URL during which the engine dies', () => {
  it('is tried once more, alone, and then set aside with its reason; the others are crawled; the user can try it again', async () => {
    const server = await siteWithBadPage();
    const path = newPath();
    await newSession([server.url('/')], { connections: 4 }, { path }).close();
    await killAtBad(server, crawlscope('resume', path), 1);

    const between = reopen(path);
    const { detail, state, urls } = between.status();
    expect(state).toBe('interrupted');
    const underWay = column(between, "SELECT count(*) FROM url WHERE state = 'leased'")[0];
    const waits = column(between, "SELECT count(*) FROM url WHERE state = 'queued'")[0];
    expect(detail).toContain(
      `${urls} URLs are stored with their decisions, ${waits} ${waits === 1 ? 'waits' : 'wait'}, ${underWay} w`,
    );
    await between.close();

    const known = server.log.length;
    await killAtBad(server, start(node, [program, path]), 2);
    // One request at a time: nothing was under way beside it.
    const again = server.log.slice(known).filter(({ path: each }) => each !== '/robots.txt');
    expect(again.at(-1)?.path).toBe('/bad');

    const session = reopen(path);
    await session.resumeAfterCrash();
    await expect.poll(() => session.status().state).toBe('finished');
    expect(asked(server, '/bad')).toBe(2);
    expect(reasonsOf(session, server.url('/bad')).at(-1)).toBe('engine-crash');
    expect(session.status()).toMatchObject({ fetched: names.length, failed: 1, queued: 0 });
    const { decisions } = await session.handlers['url.explain']({ url: server.url('/bad') });
    expect(decisions.at(-1)?.sentence).toContain('ended twice');
    expect(faults(session)).toEqual([]);

    server.set('/bad', 'Good by now.');
    await session.close();
    const refused = await crawlscope('resume', path, '--again', '/c').ended;
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`--again ${server.url('/c')}: this URL was neither set aside nor blocked by robots.txt.`);
    const ended = await crawlscope('resume', path, '--again', '/bad').ended;
    expect(ended).toMatchObject({ code: 0, err: '' });
    const last = reopen(path);
    expect(last.status()).toMatchObject({ fetched: names.length + 1, failed: 0, queued: 0 });
    expect(faults(last)).toEqual([]);
  });

  it('is not blamed when the user ended the program twice', async () => {
    const server = await siteWithBadPage();
    const path = newPath();
    await newSession([server.url('/')], { connections: 1 }, { path }).close();
    for (const times of [1, 2]) await killAtBad(server, crawlscope('resume', path), times);
    server.set('/bad', 'Good by now.');
    const session = reopen(path);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: names.length + 1, failed: 0 });
  });
});
