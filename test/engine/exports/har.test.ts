import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as engine from '#engine/session/session.ts';
import { phasesOf, type RequestRecord } from '#shared/model/requests.ts';
import { harEntry } from '../../../electron/export/har.ts';
import { site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { tempFolder } from '../../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });

/** The fields of the HAR 1.2 specification (softwareishard.com/blog/har-12-spec), without those for pages; custom ones begin with `_`. */
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const ms = z.number().min(-1);
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    comment: z.string().optional(),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().min(0),
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: pairs,
          queryString: pairs,
          headersSize: ms,
          bodySize: ms,
        }),
        response: z.strictObject({
          status: z.int().min(0),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: pairs,
          content: z.strictObject({ size: z.int().min(0), compression: z.number().optional(), mimeType: z.string() }),
          redirectURL: z.string(),
          headersSize: ms,
          bodySize: ms,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: ms,
          dns: ms,
          connect: ms,
          send: z.number().min(0),
          wait: z.number().min(0),
          receive: z.number().min(0),
          ssl: ms,
        }),
        serverIPAddress: z.string().optional(),
        comment: z.string().optional(),
        _purpose: z.string(),
      }),
    ),
  }),
});

async function crawled() {
  const server = await site({
    '/': {
      headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'id=canary-1' },
      body: '<a href=/gone?a=1&b=>g</a><a href=/to>t</a>',
    },
    '/to': { status: 302, headers: { Location: '/end' }, body: '' },
    '/end': '<title>End</title>',
    '/gone?a=1&b=': { status: 404, body: 'no' },
  });
  const file = join(tempFolder(), 'a.crawl');
  expect(await run('crawl', server.url('/'), '--out', file, '--delay', '0')).toMatchObject({ code: 0 });
  return { file, server };
}

test('every request of a crawl is an entry as the specification has it, without cookies', async () => {
  const { file, server } = await crawled();
  const out = join(tempFolder(), 'a.har');
  expect(await run('export', file, '--preset', 'har', '--out', out)).toMatchObject({ code: 0 });
  const text = readFileSync(out, 'utf8');
  expect(text).not.toContain('canary');
  const { entries } = Har.parse(JSON.parse(text)).log;
  expect(entries).toHaveLength(server.log.length);
  for (const { time, timings } of entries) {
    const { blocked, dns, connect, send, wait, receive } = timings;
    expect(time).toBe([blocked, dns, connect, send, wait, receive].reduce((sum, each) => sum + Math.max(0, each), 0));
  }
  const of = (path: string) => entries.find(({ request }) => request.url === server.url(path));
  expect(of('/robots.txt')).toMatchObject({ _purpose: 'robots', response: { status: 200 } });
  expect(of('/')).toMatchObject({
    comment: 'Left out: Set-Cookie.',
    request: { method: 'GET' },
    response: { httpVersion: 'HTTP/1.1' },
  });
  expect(of('/to')?.response).toMatchObject({ status: 302, redirectURL: '/end' });
  expect(of('/gone?a=1&b=')?.request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '' },
  ]);
});

test('a filter chooses the requests; what does not go together is refused', async () => {
  const { file, server } = await crawled();
  const chosen = await run('export', file, '--preset', 'har', '--where', 'status:404');
  expect(Har.parse(JSON.parse(chosen.out)).log.entries.map(({ request }) => request.url)).toEqual([server.url('/gone?a=1&b=')]);
  for (const [options, problem] of [
    [['--preset', 'har', '--format', 'csv'], '--format does not go with --preset har'],
    [['--preset', 'images', '--where', 'status:404'], '--where goes with --preset har'],
    [['--preset', 'har', '--where', 'statu:404'], 'statu'],
    [['--preset', 'harr'], 'har'],
  ] as const)
    expect(await run('export', file, ...options)).toMatchObject({ code: 2, err: expect.stringContaining(problem) });
});

test('no value of an own header is in the archive or the settings file, and the archive names the header', async () => {
  const server = await site({ '/': '<title>Home</title>' });
  const file = join(tempFolder(), 'own.crawl');
  const own = ['--header', 'X-Api-Key: CANARY77', '--header', `${server.url('/').replace(/\/$/, '')} X-Staging: CANARY78`];
  expect(await run('crawl', server.url('/'), '--out', file, '--delay', '0', ...own)).toMatchObject({ code: 0 });
  const har = await run('export', file, '--preset', 'har');
  const some = await run('export', file, '--preset', 'har', '--where', 'status:200');
  const settings = await run('settings', file);
  for (const { code, out } of [har, some, settings]) {
    expect(code).toBe(0);
    expect(out).not.toContain('CANARY');
  }
  const entry = Har.parse(JSON.parse(some.out)).log.entries[0];
  expect(entry?.comment).toMatch(/^Left out: .*x-api-key.*x-staging/i);
  expect(entry?.request.headers.map(({ name }) => name.toLowerCase())).toContain('user-agent');
});

test('times that no date can hold do not stop the export', async () => {
  const { file } = await crawled();
  const db = new BetterSqlite3(file);
  db.exec('UPDATE fetch_row SET started_at = CASE id % 2 WHEN 0 THEN 9e15 ELSE -9e15 END');
  db.close();
  const { code, out } = await run('export', file, '--preset', 'har');
  expect(code).toBe(0);
  const times = JSON.parse(out).log.entries.map((entry: { readonly startedDateTime: string }) => entry.startedDateTime);
  expect(new Set(times)).toEqual(new Set(['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']));
});

const record: RequestRecord = {
  id: 1,
  url: 'https://me:canary@example.com/?a=b',
  purpose: 'page',
  method: 'GET',
  startedAt: 0,
  status: 200,
  outcome: 'response',
  gapMs: null,
  dnsMs: 3,
  tcpMs: 10,
  tlsMs: 20,
  waitMs: 40,
  downloadMs: 5,
  firstByteMs: 80,
  totalMs: 85,
  statusText: 'OK',
  cause: '',
  detail: '',
  httpVersion: '1.1',
  remoteAddress: '192.0.2.1',
  wireBytes: 10,
  bodyBytes: 100,
  contentType: 'text/html',
  requestHeaders: [
    ['Authorization', 'Basic canary'],
    ['Cookie', 'a=canary'],
    ['X-Token', '(not stored)'],
    ['Accept', '*/*'],
  ],
  responseHeaders: [
    ['set-cookie', 'a=canary'],
    ['Location', 'https://me:canary@example.com/'],
  ],
};

test('no secret is in an entry, and the connection includes TLS', () => {
  const entry = harEntry(record) as z.output<typeof Har>['log']['entries'][number];
  expect(JSON.stringify(entry)).not.toContain('canary');
  expect(entry.comment).toBe('Left out: Authorization, Cookie, X-Token, set-cookie.');
  expect(entry.timings).toEqual({ blocked: 7, dns: 3, connect: 30, send: 0, wait: 40, receive: 5, ssl: 20 });
  expect(entry.time).toBe(85);
  expect(entry.request.url).toBe('https://example.com/?a=b');
  const two = harEntry({ ...record, httpVersion: '2' }) as typeof entry;
  expect([two.request.httpVersion, two.response.httpVersion]).toEqual(['HTTP/2', 'HTTP/2']);
});

test('the steps of a request follow one another and end when it ended; an older file has two', () => {
  const steps = phasesOf(record);
  expect(steps.map(({ phase, from, ms }) => `${phase} ${from}+${ms}`)).toEqual([
    'queue 0+7',
    'dns 7+3',
    'tcp 10+10',
    'tls 20+20',
    'wait 40+40',
    'download 80+5',
  ]);
  const old = { ...record, dnsMs: null, tcpMs: null, tlsMs: null, waitMs: null, downloadMs: null };
  expect(phasesOf(old)).toEqual([
    { phase: 'wait', from: 0, ms: 80 },
    { phase: 'download', from: 80, ms: 5 },
  ]);
});
