import { describe, expect, it } from 'vitest';
import { fetchRobotsFacts, fetchRobotsText } from '#engine/robots/fetch.ts';
import { site } from '../../support/crawling.ts';
import { redirect, robotsFile } from '../../support/site.ts';

const text = 'User-agent: *\nDisallow: /no\n';

describe('a robots.txt that the command line fetches', () => {
  it('is found behind redirects', async () => {
    const server = await site({ '/robots.txt': redirect('/a'), '/a': redirect('/b'), '/b': robotsFile(text) });
    const found = await fetchRobotsText(server.url('/'));
    expect('bytes' in found && new TextDecoder().decode(found.bytes)).toBe(text);
    const facts = await fetchRobotsFacts(server.url('/'));
    expect(facts).toMatchObject({
      url: server.url('/robots.txt'),
      fetch: { status: 200, redirects: [server.url('/a'), server.url('/b')] },
    });
  });

  it('tells the redirect that it does not follow', async () => {
    const server = await site({ '/robots.txt': redirect('/a'), '/a': redirect('/robots.txt') });
    const facts = await fetchRobotsFacts(server.url('/'));
    expect(facts).toMatchObject({ fetch: { status: 302, redirects: [server.url('/a'), server.url('/robots.txt')] } });
    expect(await fetchRobotsText(server.url('/'))).toEqual({
      problem: `${server.url('/a')} returned 302; there is no file to read.`,
    });
  });

  it('is not looked for at a private address that nobody typed', async () => {
    const internal = await site({ '/robots.txt': robotsFile(text) });
    const server = await site({ '/robots.txt': redirect(internal.url('/robots.txt')) });
    const found = await fetchRobotsText(server.url('/').replace('127.0.0.1', 'localhost'));
    expect(found).toMatchObject({ problem: expect.stringContaining('is this machine itself') });
    expect(internal.log).toEqual([]);
  });
});
