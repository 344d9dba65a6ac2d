import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CrawlState } from '#shared/model/crawl.ts';
import { readSettings } from '../../electron/cli/crawl-settings.ts';
import { defaultFile } from '../../electron/cli/start-urls.ts';
import { whyFewPages } from '../../electron/cli/text/few-pages.ts';
import { countingLine, progressLine } from '../../electron/cli/text/status.ts';
import { urlFrom } from '../../electron/cli/url-argument.ts';
import { crawlStatus, explanation, fakeEngine, host } from '../support/fake-session.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = tempFolder();
  file = join(folder, 'site.crawl');
});

const crawl = ['crawl', 'example.com', '--out'];

test('a new crawl creates the file, runs to the end, prints the summary and closes', async () => {
  const { engine, calls } = fakeEngine();
  const { code, out, err } = await runInProcess([...crawl, file], { engine });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Finished after 1 min 5 s: 40 responses');
  expect(calls).toEqual([`create ${file}`, 'run', 'close']);
});

test('an unfinished crawl of the same seeds is continued', async () => {
  writeFileSync(file, '');
  const { engine, calls } = fakeEngine({ status: crawlStatus({ state: 'interrupted' }), run: async () => 'finished' });
  const { err } = await runInProcess([...crawl, file], { engine });
  expect(err).toContain('Continuing');
  expect(calls.slice(0, 2)).toEqual([`open ${file}`, 'run']);
});

test('settings given when continuing replace the stored ones; none given, none changed', async () => {
  writeFileSync(file, '');
  const fake = { status: crawlStatus({ state: 'interrupted' as const }), run: async () => 'finished' as const };
  const changed = fakeEngine(fake);
  await runInProcess([...crawl, file, '--max-pages', '7'], changed);
  expect(changed.calls.slice(0, 3)).toEqual([`open ${file}`, 'settings 7', 'run']);
  const resumed = fakeEngine(fake);
  await runInProcess(['resume', file], resumed);
  expect(resumed.calls).toEqual([`open ${file}`, 'run', 'close']);
});

test('resume on a finished crawl says which URLs a limit kept out and how to crawl them', async () => {
  writeFileSync(file, '');
  const status = crawlStatus({
    reasons: [
      { reason: 'fetched', count: 38 },
      { reason: 'depth-limit', count: 1_200 },
      { reason: 'url-too-long', count: 2 },
    ],
  });
  const plain = await runInProcess(['resume', file], fakeEngine({ status }));
  expect({ code: plain.code, err: plain.err.split('\n') }).toEqual({
    code: 0,
    err: [
      'This crawl is finished: no URL is waiting.',
      `Not crawled: 1,200 URLs (too deep), 2 URLs (URL too long). To crawl them: crawlscope resume ${file} --max-depth N --max-url-length N`,
      '',
    ],
  });
  const { calls, engine } = fakeEngine({ status });
  const changed = await runInProcess(['resume', file, '--max-redirects', '3', '--delay', '2'], { engine });
  expect({ code: changed.code, err: changed.err.split('\n') }).toEqual({
    code: 0,
    err: [
      'This crawl is finished: no URL is waiting. Not applied: --delay, --max-redirects.',
      'No URL was refused because of --delay or --max-redirects.',
      '',
    ],
  });
  expect(calls).toEqual([`open ${file}`, 'close']);
});

test.each([
  ['a finished crawl', crawlStatus()],
  ['a crawl of other seeds', crawlStatus({ state: 'stopped', seeds: ['https://other.example/'] })],
])('%s in the way is left alone: exit 2 with the fix', async (_, status) => {
  writeFileSync(file, '');
  const { engine, calls } = fakeEngine({ status });
  const { code, err } = await runInProcess([...crawl, file], { engine });
  expect(code).toBe(2);
  expect(err).toMatch(/^crawlscope: .* already contains .*another --out.*\n$/);
  expect(calls).toEqual([`open ${file}`, 'close']);
});

test('settings the engine refuses are named by their option', async () => {
  const { engine, calls } = fakeEngine({ problems: { maxDelayMs: 'must be larger than the delay.' } });
  expect(await runInProcess([...crawl, file], { engine })).toEqual({
    code: 2,
    out: '',
    err: 'crawlscope: --max-delay: must be larger than the delay.\n',
  });
  expect(calls).toEqual([]);
});

test('--json prints the summary as one document with times in ISO 8601', async () => {
  const { engine } = fakeEngine();
  const { out } = await runInProcess([...crawl, file, '--json'], { engine });
  expect(JSON.parse(out)).toMatchObject({
    state: 'finished',
    started_at: '2026-11-21T05:46:03.000Z',
    duration_ms: 65_000,
    reasons: [{ reason: 'fetched', title: 'Fetched', count: 38 }, {}, {}, {}],
    may_list: [{ value: 'yes' }, { value: 'url-only' }],
    hosts: [{ delay_ms: 7_000, delay_line: 12, next_at: null }],
    settings: { max_pages: 100_000 },
  });
});

test('a seed that cannot be reached ends with 3 and one clear line', async () => {
  const answer = { verdict: 'yes' as const, reason: 'dns-failure', sentence: '', evidence: [] };
  const { decisions } = explanation();
  const unreachable = { ...(decisions[1] as (typeof decisions)[number]), reason: 'dns-failure' as const, current: true };
  const { engine } = fakeEngine({
    status: crawlStatus({ file, fetched: 0 }),
    explain: url =>
      explanation({ url, mayFetch: answer, headline: 'The host name could not be resolved.', decisions: [unreachable] }),
  });
  const { code, err } = await runInProcess([...crawl, file], { engine });
  expect(code).toBe(3);
  expect(err).toBe(
    `crawlscope: could not reach https://example.com/: The host name could not be resolved. Nothing is lost; continue with: crawlscope resume ${file}\n`,
  );
});

test('a crawl of few pages explains the first seeds, without those whose links are followed', async () => {
  const seeds = ['/', '/b', '/c', '/d'].map(path => `https://example.com${path}`);
  const asked: string[] = [];
  const { engine } = fakeEngine({
    status: crawlStatus({ seeds, fetched: 2, reasons: [] }),
    followed: [seeds[0] as string],
    explain(url) {
      asked.push(url);
      return explanation({ url });
    },
  });
  const { out } = await runInProcess([...crawl, file], { engine });
  expect(asked).toEqual(seeds.slice(1, 3));
  expect(out).toContain(`${seeds[1]}: `);
  expect(out).not.toContain(`${seeds[3]}: `);
});

test('a crawl that failed ends with 3, says why and how to go on', async () => {
  const { engine, calls } = fakeEngine({ status: crawlStatus({ state: 'failed', detail: 'The disk is full.' }) });
  const { code, err } = await runInProcess([...crawl, file], { engine });
  expect(code).toBe(3);
  expect(err).toBe(
    `crawlscope: the crawl could not continue: The disk is full. Nothing is lost; continue with: crawlscope resume ${file}\n`,
  );
  expect(calls.at(-1)).toBe('close');
});

describe('Ctrl+C', () => {
  test('once: stops in order, prints the summary, exit 3 with the way to go on', async () => {
    let end: (state: CrawlState) => void = () => undefined;
    const { engine, calls } = fakeEngine({
      status: crawlStatus({ state: 'stopped' }),
      run: () => new Promise(resolve => (end = resolve)),
      stop: async () => end('stopped'),
    });
    const { code, out, err } = await runInProcess([...crawl, file], { engine, interrupt: press => void setImmediate(press) });
    expect(code).toBe(3);
    expect(out).toContain('Stopped after');
    expect(err).toMatch(/Stopping after.*\ncrawlscope: stopped before the end[^\n]*crawlscope resume [^\n]*site.crawl\n$/);
    expect(calls).toEqual([`create ${file}`, 'run', 'stop', 'close']);
  });

  test('twice: ends at once with 3, the session still closed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { engine, calls } = fakeEngine({ run: () => new Promise(() => undefined) });
      const interrupt = (press: () => void): void =>
        void setImmediate(() => {
          press();
          vi.setSystemTime(Date.now() + 2_000);
          press();
        });
      const { code, out, err } = await runInProcess([...crawl, file], { engine, interrupt });
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/crawlscope: stopped at once; nothing is lost\. [^\n]+resume[^\n]+\n$/);
      expect(calls).toEqual([`create ${file}`, 'run', 'stop', 'close']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the same press passed on twice by npm counts once', async () => {
    let end: (state: CrawlState) => void = () => undefined;
    const { engine, calls } = fakeEngine({
      status: crawlStatus({ state: 'stopped' }),
      run: () => new Promise(resolve => (end = resolve)),
      stop: async () => void setImmediate(() => end('stopped')),
    });
    const interrupt = (press: () => void): void =>
      void setImmediate(() => {
        press();
        press();
      });
    const { out } = await runInProcess([...crawl, file], { engine, interrupt });
    expect(out).toContain('Stopped after');
    expect(calls.filter(call => call === 'stop')).toHaveLength(1);
  });
});

test.each([
  ['example.com', 'https://example.com/'],
  ['example.com:8443/a#b', 'https://example.com:8443/a'],
  ['localhost:8080', 'http://localhost:8080/'],
  ['127.0.0.1/x', 'http://127.0.0.1/x'],
  ['[::1]:3000', 'http://[::1]:3000/'],
  ['127.example.com', 'https://127.example.com/'],
  ['HTTP://Example.com', 'http://example.com/'],
])('%s is read as %s', (text, url) => {
  expect(urlFrom(text)).toBe(url);
});

test('options change the defaults, seconds become milliseconds', () => {
  const given = new Map<string, string[]>([
    ['delay', ['1.5']],
    ['exclude', ['/a', '/b']],
    ['no-bodies', ['']],
    ['max-url-length', ['4000']],
    ['max-redirects', ['0']],
    ['max-body', ['2']],
    ['attempts', ['5']],
    ['robots-ttl', ['60']],
  ]);
  const args = {
    positionals: [],
    has: (name: string) => given.has(name),
    one: (name: string) => given.get(name)?.[0],
    all: (name: string) => given.get(name) ?? [],
  };
  expect(readSettings(args, ['https://e.com/'])).toMatchObject({
    delayMs: 1_500,
    maxUrlLength: 4_000,
    maxRedirects: 0,
    maxBodyBytes: 2 * 1024 * 1024,
    maxAttempts: 5,
    robotsLifetimeMs: 60_000,
    exclude: ['/a', '/b'],
    storeBodies: false,
    sitemaps: true,
  });
});

test('the default file is named for the host', () => {
  expect(defaultFile('https://example.com/a')).toBe('example.com.crawl');
  expect(defaultFile('http://localhost:8080/')).toBe('localhost-8080.crawl');
  expect(defaultFile('http://[::1]:3000/')).toBe('1-3000.crawl');
});

describe('why only one or two pages', () => {
  const one = { fetched: 1 };
  test('says nothing when more were fetched', () => {
    expect(whyFewPages(crawlStatus(), [explanation()])).toEqual([]);
  });
  test('names a redirect to another host and the command for it', () => {
    const facts = { ...explanation().facts!, redirectTo: 'https://www.example.com/' };
    expect(whyFewPages(crawlStatus({ ...one, reasons: [] }), [explanation({ url: 'https://example.com/', facts })])).toEqual([
      'https://example.com/ redirects to https://www.example.com/, on another host. Crawl that one: crawlscope crawl https://www.example.com/',
    ]);
  });
  test('names the robots.txt line that blocks the seed', () => {
    expect(whyFewPages(crawlStatus({ ...one, reasons: [] }), [explanation()])[0]).toContain('Line 12 (“Disallow: /private/”)');
  });
  test('counts what lies outside, is blocked or limited', () => {
    const reasons = [
      { reason: 'scope-host', count: 1 },
      { reason: 'robots-disallow', count: 3 },
      { reason: 'page-limit', count: 9 },
    ];
    const found = whyFewPages(crawlStatus({ ...one, reasons }), []);
    expect(found).toEqual([
      '1 URL outside the scope “host”: crawlscope urls site.crawl --where reason:scope-*',
      '3 URLs blocked by robots.txt: crawlscope urls site.crawl --where reason:robots-disallow,robots-always-obeyed',
      'The page limit of 100000 was reached with 9 URLs waiting. Resume with a higher --max-pages.',
    ]);
  });
});

test('the progress line has counts, rate, time left and the clock that is waited for', () => {
  const now = Date.UTC(2026, 10, 21);
  const waiting = host({ queued: 5, nextAt: now + 6_800 });
  expect(progressLine(crawlStatus({ state: 'running', now, queued: 30, inFlight: 2, etaMs: 125_000, hosts: [waiting] }))).toBe(
    '40 responses · 30 waiting · 1 failed · 1,163 not crawled · 2.5/s · about 2 min 5 s left · https://example.com next in 7 s (robots.txt line 12)',
  );
  const status = crawlStatus({ state: 'running', now, queued: 0, etaMs: null });
  expect(progressLine(status, { waiting: 12, etaMs: 61_400 })).toContain(
    '0 waiting · 12 pages to render (about 1 min 1 s left) ·',
  );
});

test('while a file is counted, the progress line says so, unless the crawl waits', async () => {
  const now = Date.UTC(2026, 10, 30);
  expect(countingLine({ state: 'running', now }, 0.348)).toBe('Running. Counting the file: 34 %');
  // Rows that come meanwhile.
  expect(countingLine({ state: 'stopped', now }, 1)).toBe('Stopped. Counting the file: 99 %');
  const diskWait = {
    detail: 'x.crawl cannot grow.',
    since: now,
    freeBytes: 0,
    neededBytes: null,
    nextLookAt: now + 1_000,
    until: now + 60_000,
  };
  expect(countingLine({ state: 'running', now, diskWait }, 0)).toBe(
    progressLine(crawlStatus({ state: 'running', now, diskWait })),
  );
});

test('a file that was not closed is counted while the crawl runs, again where a count came to nothing', async () => {
  const shares = [0, 0.34, null, 0, null];
  let [asked, counts] = [0, 0];
  const { engine } = fakeEngine({
    countedShare: () => shares[asked++] ?? null,
    counted: () => counts++,
    run: async () => {
      await vi.waitUntil(() => asked > shares.length, { timeout: 20_000 });
      return 'finished';
    },
  });
  const { err } = await runInProcess(['crawl', 'https://example.com/', '--out', join(tempFolder(), 'x.crawl')], {
    engine,
    terminal: 80,
  });
  expect(err).toContain('Counting the file: 0 %');
  expect(err).toContain('Counting the file: 34 %');
  expect(err).toContain('40 responses');
  // When the crawl begins, and each time that a share is seen.
  expect(counts).toBe(4);
});
