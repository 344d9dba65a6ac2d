import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { type ReasonCode, reasonCodes, reasons } from '#shared/explain/reasons.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

/** A limit, the URL that it stops, and the words of the command line that do what its advice says. */
interface Case {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly stopped: string;
  readonly low: readonly string[];
  readonly raised: readonly string[];
  /** A part of the advice, besides the option. */
  readonly says?: string;
}

const long = `/${'a'.repeat(300)}`;
const home = (...paths: readonly string[]): Record<string, Answer> => ({
  '/': linksTo(...paths),
  ...Object.fromEntries(paths.map(path => [path, page()])),
});

const cases: Partial<Record<ReasonCode, Case>> = {
  'depth-limit': {
    answers: { ...home('/a'), '/a': linksTo('/b'), '/b': page() },
    stopped: '/b',
    low: ['--max-depth', '1'],
    raised: ['--max-depth', '2'],
    says: '--max-depth 2',
  },
  'page-limit': { answers: home('/a'), stopped: '/a', low: ['--max-pages', '1'], raised: ['--max-pages', '9'] },
  'time-limit': {
    answers: home(),
    stopped: '/',
    low: ['--max-time', '0.2s', '--delay', '0.5'],
    raised: ['--max-time', '0'],
  },
  'byte-limit': {
    answers: { ...home('/a'), '/': linksTo('/a', `#${'x'.repeat(1_100_000)}`) },
    stopped: '/a',
    low: ['--max-total', '1'],
    raised: ['--max-total', '9'],
  },
  'host-page-limit': {
    answers: home('/a'),
    stopped: '/a',
    low: ['--host', '127.0.0.1 pages=1'],
    raised: ['--host', '127.0.0.1 pages=9'],
  },
  'prefix-limit': {
    answers: home('/b/1', '/b/2'),
    stopped: '/b/2',
    low: ['--prefix-limit', '/b/ 1'],
    raised: ['--prefix-limit', '/b/ 9'],
  },
  'url-too-long': {
    answers: home(long),
    stopped: long,
    low: ['--max-url-length', '200'],
    raised: ['--max-url-length', '2048'],
  },
  'redirect-limit': {
    answers: { ...home('/r'), '/r': redirect('/s'), '/s': redirect('/t'), '/t': page() },
    stopped: '/t',
    low: ['--max-redirects', '1'],
    raised: ['--max-redirects', '5'],
  },
  'delay-too-long': {
    answers: { ...home(), '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.4\nDisallow:\n') },
    stopped: '/',
    low: ['--max-delay', '0.1'],
    raised: ['--max-delay', '9'],
  },
  'trap-repeated-folders': {
    answers: home('/x/x/x/'),
    stopped: '/x/x/x/',
    low: [],
    raised: ['--release-trap', '…/x/…'],
    says: '--release-trap "…/x/…"',
  },
  'trap-session': {
    answers: home('/s?sid=a1b2c3d4e5', '/s?sid=f6a7b8c9d0'),
    stopped: '/s?sid=f6a7b8c9d0',
    low: [],
    raised: ['--no-trap-guards'],
  },
  'trap-calendar': {
    answers: { '/': linksTo('/cal/2026/12'), '/cal/2026/12': linksTo('/cal/9998/12'), '/cal/9998/12': page() },
    stopped: '/cal/9998/12',
    low: [],
    raised: ['--no-trap-guards'],
  },
  'trap-parameters': {
    answers: {
      '/': linksTo('/f'),
      '/f': linksTo(...Array.from({ length: 40 }, (_, n) => `/f?a=${n}`), '/f?a=1&b=2'),
      '/f?a=1&b=2': page(),
    },
    stopped: '/f?a=1&b=2',
    low: ['--max-pages', '100'],
    raised: ['--no-trap-guards'],
  },
  'body-incomplete': {
    answers: { '/': page('x'.repeat(1_100_000)) },
    stopped: '/',
    low: ['--max-body', '1'],
    raised: ['--max-body', '9'],
  },
  'server-error': {
    answers: { '/': ({ count }) => (count < 2 ? { status: 500 } : page()) },
    stopped: '/',
    low: [],
    raised: ['--attempts', '2'],
  },
};

/** They need other hosts or hundreds of pages: `engine/explain/advice.test.ts`, `engine/crawl/traps.test.ts`. */
const elsewhere: readonly ReasonCode[] = ['check-limit', 'trap-numbers', 'trap-folder', 'trap-hosts'];

const isLimit = (code: ReasonCode): boolean =>
  reasons[code].setting !== null && (reasons[code].family === 'limit' || reasons[code].evidence === 'limit');

interface Info {
  readonly decisions: readonly { readonly reason: string; readonly advice: string; readonly current: boolean }[];
}

describe('the advice of a limit works on the command line', () => {
  it('is tried for every limit', () => {
    expect(reasonCodes.filter(code => isLimit(code) && !cases[code] && !elsewhere.includes(code))).toEqual([]);
  });

  for (const [code, { answers, stopped, low, raised, says }] of Object.entries(cases) as [ReasonCode, Case][])
    it(code, async () => {
      const server = await site(answers);
      const file = join(tempFolder(), 'a.crawl');
      const run = (...argv: string[]) => runInProcess(argv, { engine });
      const quick = ['--no-sitemaps', '--attempts', '1', '--connections', '1'];
      const slow = low.includes('--delay') ? [] : ['--delay', '0'];
      const first = await run('crawl', server.url('/'), '--out', file, ...quick, ...slow, ...low);
      expect([0, 1, 3], first.err).toContain(first.code);
      const explained = async (path: string): Promise<Info['decisions']> => {
        const told = await run('info', path, server.url(stopped), '--json');
        return (JSON.parse(told.out) as Info).decisions;
      };
      const decision = (await explained(file)).findLast(({ reason }) => reason === code);
      expect(decision?.advice, first.err).toContain(says ?? raised.find(word => word.startsWith('--max')) ?? raised[0]);

      const isNew = reasons[code].setting?.takesEffect === 'in-a-new-crawl';
      const next = isNew ? join(tempFolder(), 'b.crawl') : file;
      const asked = server.paths().filter(path => path === stopped).length;
      const again = isNew
        ? await run('crawl', server.url('/'), '--out', next, ...quick, ...slow, ...raised)
        : await run('resume', file, ...raised);
      expect(again.code, again.err).toBe(0);
      expect(server.paths().filter(path => path === stopped).length).toBe(asked + 1);
      const current = (await explained(next)).filter(each => each.current);
      expect(current.map(({ reason }) => reason)).not.toContain(code);
    });
});
