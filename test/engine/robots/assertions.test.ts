import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, robotsFile } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const before = 'User-agent: *\nDisallow: /no\n';

/** A site with a chain of pages, whose robots.txt can be changed. */
async function changing(first: string) {
  let current = first;
  const pages = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/p${at}`, linksTo(`/p${at + 1}`)]));
  const server = await site({ '/robots.txt': () => robotsFile(current), '/': linksTo('/p0', '/no'), '/no': 'No', ...pages });
  return {
    url: server.url,
    change(next: string) {
      current = next;
    },
  };
}

describe('assertions of a crawl', () => {
  it('are stored and run in one call, and read again after the file was closed', async () => {
    const server = await changing(before);
    const path = newPath();
    const session = newSession([server.url('/')], {}, { path });
    await session.run();
    const origin = new URL(server.url('/')).origin;
    const report = await session.handlers['assertions.save']({ origin, text: 'deny * /no\nallow * /no\nnope' });
    expect(report).toMatchObject({ met: 1, unmet: 1, unchecked: 0, problems: [{ line: 3 }] });
    expect(session.status().failingAssertions).toEqual([{ origin, unmet: 1, unchecked: 0, since: 1, sinceNumber: 1 }]);
    await session.close();
    const again = reopen(path);
    expect(await again.handlers['assertions.get']({ origin })).toMatchObject({ origin, text: 'deny * /no\nallow * /no\nnope' });
    expect(await again.handlers['assertions.get']({ origin: '' })).toEqual({
      origin: '',
      text: '',
      unsaved: null,
      updatedAt: null,
    });
    expect(faults(again)).toEqual([]);
  });

  it('run on another version or a draft without being stored', async () => {
    const server = await changing(before);
    const session = newSession([server.url('/')]);
    await session.run();
    const run = (more: object) => session.handlers['assertions.run']({ origin: '', text: 'allow * /no\nunchanged', ...more });
    expect(await run({})).toMatchObject({ met: 0, unmet: 1, unchecked: 1 });
    expect(await run({ draft: 'User-agent: *\n' })).toMatchObject({ met: 1, unmet: 1, unchecked: 0 });
    expect(column(session, 'SELECT count(*) FROM assertion_set')).toEqual([0]);
    await expect(async () => session.handlers['assertions.save']({ origin: 'http://other.test', text: 'x' })).rejects.toThrow(
      'http://other.test is not in this crawl.',
    );
  });

  it('run on each new version a crawl stores; failing and being met again are events', async () => {
    const server = await changing(before);
    // A run requests more pages than fit into a lifetime, so that each reads robots.txt again.
    const session = newSession([server.url('/')], { robotsLifetimeMs: 60, delayMs: 40, maxPages: 1 }, withoutWaits());
    await session.run();
    const origin = new URL(server.url('/')).origin;
    await session.handlers['assertions.save']({ origin: '', text: '# ours\ndeny * /no' });
    expect(session.status().failingAssertions).toEqual([]);
    const next = async (robots: string, maxPages: number) => {
      server.change(robots);
      session.changeSettings({ maxPages });
      await session.run();
      return session.status().failingAssertions;
    };
    expect(await next('User-agent: *\n', 5)).toMatchObject([{ origin, unmet: 1, sinceNumber: 2 }]);
    expect(await next('User-agent: *\n# same\n', 9)).toMatchObject([{ origin, unmet: 1, since: 2 }]);
    expect(await next(before, 13)).toEqual([]);
    expect(column(session, "SELECT detail FROM event WHERE kind = 'assertions' ORDER BY id")).toEqual([
      `1 of 1 assertion about ${origin} not met in version 2 (line 2)`,
      `1 of 1 assertion about ${origin} not met in version 3 (line 2)`,
      `1 of 1 assertion about ${origin} met in version 4`,
    ]);
    expect(rows(session, 'SELECT robots_id, met, unmet FROM assertion_run ORDER BY robots_id')).toEqual([
      [1, 1, 0],
      [2, 0, 1],
      [3, 0, 1],
      [4, 1, 0],
    ]);
    expect(faults(session)).toEqual([]);
  });

  it('may be stored while the crawl runs', async () => {
    const server = await changing(before);
    const session = newSession([server.url('/')], { delayMs: 40 });
    const running = session.run();
    await session.handlers['assertions.save']({ origin: '', text: 'deny * /no' });
    expect(await running).toBe('finished');
    expect(await session.handlers['assertions.get']({ origin: '' })).toMatchObject({ text: 'deny * /no' });
    expect(session.status().failingAssertions).toEqual([]);
    expect(rows(session, 'SELECT met, unmet, unchecked FROM assertion_run')).toEqual([[1, 0, 0]]);
    expect(faults(session)).toEqual([]);
  });

  it('are not stored in a file that is open for reading only', async () => {
    const path = newPath();
    const session = newSession(['http://127.0.0.1:9/'], {}, { path });
    await session.close();
    const reader = reopen(path, { readOnly: true });
    expect(() => reader.handlers['assertions.save']({ origin: '', text: 'deny * /' })).toThrow('open for reading only');
  });

  it('are made of URLs or of a filter', async () => {
    const server = await changing(before);
    const session = newSession([server.url('/')]);
    await session.run();
    const create = session.handlers['assertions.create'];
    const made = await create({ crawler: 'Googlebot', urls: [server.url('/no'), server.url('/never-seen')] });
    expect(made).toEqual({
      crawler: 'Googlebot',
      origin: new URL(server.url('/')).origin,
      undecided: 0,
      text: `site ${new URL(server.url('/')).origin}\ndeny Googlebot /no\nallow Googlebot /never-seen\n`,
      urls: 2,
      more: false,
    });
    expect((await create({ crawler: '', urls: [server.url('/no')] })).text).toContain('deny crawlscope /no');
    expect(await create({ crawler: '*', filter: 'robots:blocked' })).toMatchObject({ urls: 1, more: false });
    await expect(create({ crawler: 'Googelbot', urls: [] })).rejects.toThrow('Write Googlebot');
  });

  it('are made of rows of a list by position, put behind others once, and met', async () => {
    const server = await changing(before);
    const session = newSession([server.url('/')]);
    await session.run();
    const origin = new URL(server.url('/')).origin;
    const { handlers } = session;
    const { view, count } = await handlers['urls.view']({ filter: '', sort: 'url', descending: false });
    const listed = (await handlers['urls.rows']({ view, from: 0, limit: 50 })).map(row => new URL(row.url).pathname);
    const made = await handlers['assertions.create']({
      crawler: '',
      rows: {
        view,
        ranges: [
          [0, 1],
          [3, 3],
        ],
      },
    });
    expect(made).toMatchObject({ urls: 3, more: false, undecided: 0, origin, crawler: 'crawlscope' });
    expect(made.text.match(/\/\S*$/gm)).toEqual([origin.slice(5), listed[0], listed[1], listed[3]]);
    const merged = await handlers['assertions.merge']({ origin, text: `allow crawlscope ${listed[0]}\n`, more: made.text });
    expect(merged).toMatchObject({ added: 2, present: 1, contrary: 0, first: 4, last: 5 });
    expect(await handlers['assertions.run']({ origin, text: merged.text })).toMatchObject({ met: 3, unmet: 0, unchecked: 0 });
    const all = await handlers['assertions.create']({ crawler: '', rows: { view, ranges: [[0, count + 5]] } });
    expect(all.urls).toBe(count);
    const gone = handlers['assertions.create']({ crawler: '', rows: { view: view + 9, ranges: [[0, 1]] } });
    await expect(gone).rejects.toThrow('is closed');
  });

  it('of 10,000 rows come whole, and what is more is said', async () => {
    const server = await changing(before);
    const session = newSession([server.url('/')]);
    await session.run();
    const { view } = await session.handlers['urls.view']({ filter: '', sort: 'url', descending: false });
    // The same rows over and over: as many look-ups, and each line once.
    const ranges = Array.from({ length: 600 }, (): [number, number] => [0, 19]);
    const made = await session.handlers['assertions.create']({ crawler: '', rows: { view, ranges } });
    expect(made).toMatchObject({ urls: 10_000, more: true });
  });

  it('name a profile of the user by token and dialect, which any reader of the text knows', async () => {
    const server = await changing('User-agent: minebot\nDisallow: /no\n');
    const mine = {
      id: 'mine',
      name: 'Mine',
      productToken: 'MineBot',
      fallsBackTo: [],
      userAgent: 'MineBot/1.0',
      dialect: 'google',
      directives: 'unknown',
      directiveAgents: ['minebot'],
      namedByHeader: false,
      ignoresStar: false,
      listsNothing: false,
      ignoresFrames: false,
      followsRedirectsUnseen: false,
      source: 'a test',
      asOf: '2026-11-21',
    } as const;
    const session = newSession([server.url('/')], { profiles: [mine], profile: 'mine' });
    await session.run();
    const { text } = await session.handlers['assertions.create']({ crawler: '', urls: [server.url('/no')] });
    expect(text).toContain('deny MineBot@google /no');
  });
});
