import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { RpcError } from '#shared/rpc/errors.ts';
import { endingOf } from '../../electron/cli/exit.ts';
import { shellWord } from '../../electron/cli/shell-words.ts';
import { briefText } from '../../electron/cli/text/brief-explanation.ts';
import { explanationText } from '../../electron/cli/text/explanation.ts';
import { statusText } from '../../electron/cli/text/status.ts';
import { sizeWords, timeWords } from '../../electron/cli/text/units.ts';
import { crawlStatus, explanation, fakeEngine, robotsView } from '../support/fake-session.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let crawl = '';
beforeAll(() => {
  folder = tempFolder();
  crawl = join(folder, 'site.crawl');
  writeFileSync(crawl, '');
});

test('an explanation lays out answers, cause chain, discovery, robots ranking and facts', () => {
  expect(explanationText(explanation())).toBe(`https://example.com/private/a
Not fetched: robots.txt line 12 forbids it.

May it be fetched?        no        Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.
                                    evidence: robots.txt of https://example.com, line 12: Disallow: /private/
May it be listed?         url-only  Its bare address can still be listed.
Were its links followed?  unknown   It was not read.

Why not: Blocked by robots.txt [blocked-by-robots]
  Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.
  to change it: Change that line.

  + Did the crawl see it?      yes
  x Does robots.txt allow it?  no: Line 12 forbids it.
    Did its turn come?         not checked

Links to this URL
  Nothing that was read leads there.

Why, step by step
  1. admission: accept, Linked [linked]  2026-11-21 05:46:03 UTC
     It is linked from https://example.com/ and inside the scope.
     evidence: link 3 of https://example.com/: <a href="/private/a">
  2. access: reject, Blocked by robots.txt [robots-disallow], current  2026-11-21 05:46:03 UTC
     Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.
     evidence: robots.txt of https://example.com, line 12: Disallow: /private/
     to change it: Change that line.

How it was found
  https://example.com/  (seed)
  └ https://example.com/private/a  (link “A\ufffd[31m”)

robots.txt of https://example.com, as Crawlscope interprets it (version 1)
  verdict: disallowed, line 12: Disallow: /private/
  group: line 10 (own group: none; fell back to *)
  compared: /private/a
  line 12  Disallow: /private/  decides (length 9)
  line 14  Allow: /p            loses: shorter (length 2)

Facts
  state         disregarded
  depth         1
  attempts      0
  inlinks       1
  outlinks      0
  in sitemaps   0
`);
});

test('the short explanation quotes each piece of evidence once', () => {
  const text = briefText(explanation());
  expect(text).toBe(`https://example.com/private/a
Not fetched: robots.txt line 12 forbids it.

May it be fetched?        no        Line 12 (“Disallow: /private/”) of https://example.com/robots.txt forbids it.
                                    evidence: robots.txt of https://example.com, line 12
May it be listed?         url-only  Its bare address can still be listed.
Were its links followed?  unknown   It was not read.

Steps
  1. admission: accept, Linked [linked]  2026-11-21 05:46:03 UTC
  2. access: reject, Blocked by robots.txt [robots-disallow], current  2026-11-21 05:46:03 UTC
     to change it: Change that line.

For all evidence, rules and facts add --full.
`);
  expect(text.split('Disallow: /private/')).toHaveLength(2);
});

test('a URL with an encoded host or path is shown as people read it, too', () => {
  const url = 'https://xn--bcher-kva.example/stra%C3%9Fe';
  for (const textOf of [briefText, explanationText])
    expect(textOf(explanation({ url }))).toMatch(new RegExp(`^${url}\nreads: https://bücher.example/straße\n`));
});

test('a URL never seen says so and names the nearest known ones', () => {
  const text = explanationText(
    explanation({
      seen: false,
      facts: null,
      discovery: [],
      decisions: [],
      whyNot: {
        ...explanation().whyNot,
        predicted: true,
        compared: 2,
        relatives: [
          {
            url: 'https://example.com/private/',
            kind: 'folder',
            why: 'same folder',
            reason: 'robots-disallow',
            state: 'disregarded',
            distance: null,
          },
        ],
      },
    }),
  );
  expect(text).not.toContain('Why, step by step');
  expect(text).toContain(
    'Nearest known URLs, of 2 URLs compared (2 known)\n  https://example.com/private/  (same folder; Blocked by robots.txt)\n',
  );
  expect(text).not.toContain('Facts');
});

test('a status is one screen: headline, decisions, statuses, hosts, next steps', () => {
  expect(
    statusText(crawlStatus()),
  ).toBe(`Finished after 1 min 5 s: 40 responses, 1 failed, 1,163 not crawled (by rule), 0 waiting; 1,204 URLs seen with 1,204 decisions; 1.2 MB.

URLs by decision
  1,160  Outside scope (other host)  scope-host
     38  Fetched                     fetched
      3  Blocked by robots.txt       robots-disallow
      3  Not found                   not-found

By status  200: 38  404: 3
May list   yes: 37  url-only: 3

Hosts
  https://example.com  responses 40  blocked 3  failed 1  delay 7 s (robots.txt line 12)  robots.txt: rules

File  site.crawl
Next
  crawlscope info site.crawl https://example.com/
  crawlscope urls site.crawl --where status:404
`);
});

test('an unfinished status names the command that goes on', () => {
  const text = statusText(crawlStatus({ state: 'interrupted', file: 'my site.crawl', detail: 'The program ended.' }));
  expect(text).toContain('Interrupted after 1 min 5 s');
  expect(text).toContain('  crawlscope resume "my site.crawl"\n');
});

test('status --json has snake_case keys', async () => {
  const { engine } = fakeEngine();
  const { out, code } = await runInProcess(['status', crawl, '--json'], { engine });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ in_flight: 0, hosts_total: 1, eta_ms: null });
});

const draft = 'User-agent: *\nDisallow: /private/\nUser-agent: Googlebot\nAllow: /';

test('info --all-profiles reads the stored file as each crawler does, one a line', async () => {
  const { engine, calls } = fakeEngine({ robots: robotsView(draft) });
  const { out } = await runInProcess(['info', crawl, '/private/a', '--all-profiles'], { engine });
  expect(out).toMatch(/^https:\/\/example\.com\/private\/a\n/);
  expect(out).toMatch(/crawlscope +no +2 +url-only +no +disallowed: line 2: Disallow: \/private\//);
  expect(out).toMatch(/googlebot +yes +4 +allowed: line 4: Allow: \/ +uses the group for “Googlebot”, not “Crawlscope”/);
  expect(calls.at(-1)).toBe('close');
});

test('info --profile adds that crawler’s reading; in JSON too', async () => {
  const { engine } = fakeEngine({ robots: robotsView(draft) });
  const text = await runInProcess(['info', crawl, '/private/a', '--profile', 'googlebot'], { engine });
  expect(text.out).toContain('as Googlebot interprets it\n  verdict: allowed, line 4: Allow: /');
  const json = await runInProcess(['info', crawl, '/private/a', '--profile', 'googlebot', '--json'], { engine });
  expect(JSON.parse(json.out)).toMatchObject({
    may_fetch: { verdict: 'no' },
    robots: { group_lines: [10] },
    profiles: [
      {
        profile: 'googlebot',
        allowed: true,
        line: 4,
        engine: 'google',
        reasons: [
          { id: 'robots-rule', about: 'crawl', input: 1 },
          { id: 'not-fetched', flip: expect.stringContaining('Fetch this URL') },
        ],
      },
    ],
  });
  expect(text.out).toContain('The same page as Googlebot interprets it\n  may list: unknown; follows links: unknown');
  expect(text.out).toContain('List: Not checkable: this file has no complete response for this URL. [not-fetched]');
});

test('without a stored robots.txt another crawler’s reading is unknown, not allowed', async () => {
  const { engine } = fakeEngine();
  const { out } = await runInProcess(['info', crawl, '/a', '--all-profiles'], { engine });
  expect(out).toMatch(/googlebot +unknown +unknown: robots\.txt of this site was not requested/);
});

test.each([
  [new RpcError('bad_request', 'a\nb'), 'a b', 2],
  [new RpcError('no_file', 'x'), 'x', 2],
  [new RpcError('unavailable', 'x'), 'x', 3],
  [new RpcError('internal', 'x'), 'x', 3],
  [Object.assign(new Error('long'), { code: 'ENOSPC', syscall: 'write' }), 'the disk is full', 3],
  [Object.assign(new Error('long'), { code: 'EACCES', syscall: 'open', path: 'f' }), 'f: permission denied', 2],
])('%s ends with one line and its code', (error, message, code) => {
  expect(endingOf(error)).toEqual({ message, code });
});

test('shell words are quoted only where needed', () => {
  expect(['a.crawl', 'my a.crawl', 'a&b', '$x', "it's $1"].map(shellWord)).toEqual([
    'a.crawl',
    '"my a.crawl"',
    '"a&b"',
    "'$x'",
    "'it'\\''s $1'",
  ]);
});

test('sizes are in decimal units', () => {
  expect([0, 999, 1_000, 999_949, 999_950, 1_500_000_000].map(sizeWords)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '999.9 kB',
    '1.0 MB',
    '1.5 GB',
  ]);
});

test('a number of a damaged file that is no time has words, too', () => {
  expect([0, 1e300, -(2 ** 63), Number.NaN].map(timeWords)).toEqual([
    '1970-01-01 00:00:00 UTC',
    'unknown time',
    'unknown time',
    'unknown time',
  ]);
});
