import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newPath, newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
const file = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = tempFolder();
  writeFileSync(file('bad.txt'), 'User-agent: *\nDisalow: /a\n');
  writeFileSync(file('fine.txt'), 'User-agent: *\nDisallow: /a\n');
});

test('robots lint prints line, severity, message, reason and fix, and exits 1 on an error', async () => {
  const { code, out, err } = await runInProcess(['robots', 'lint', file('bad.txt')]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain(`${file('bad.txt')}:2:1: error K-TYPO: Unknown keyword “Disalow”, did you mean Disallow?`);
  expect(out).toContain('    fix: Write Disallow (--fix does it)\n');
  expect(out).toMatch(
    /\n1 error, 0 warnings, \d+ notes?; looked for \d+ of 179 diagnostics \(not checked: .*needs a crawl of the site.*\)\n$/,
  );
});

test('robots lint exits 0 when no error is found, whatever else is', async () => {
  const { code, out } = await runInProcess(['robots', 'lint', file('fine.txt')]);
  expect(code).toBe(0);
  expect(out).toContain('info X-SITEMAP-NONE');
});

test('robots lint --json is one document with places, fix and dialects', async () => {
  const { code, out } = await runInProcess(['robots', 'lint', file('bad.txt'), '--json']);
  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(out) as { diagnostics: { id: string; dialects: string[] }[] };
  const typo = diagnostics.find(each => each.id === 'K-TYPO');
  expect(typo).toMatchObject({
    line: 2,
    column: 1,
    end_column: 8,
    severity: 'E',
    fix: { safe: true, edits: [{ start: 14, end: 21, insert: 'Disallow' }] },
  });
  expect(typo?.dialects).toContain('rfc9309');
  expect(typo?.dialects).not.toContain('google');
});

test('robots lint --format sarif is SARIF 2.1.0 with rules, levels, regions and fixes', async () => {
  const { out } = await runInProcess(['robots', 'lint', file('bad.txt'), '--format', 'sarif']);
  const log = JSON.parse(out) as {
    version: string;
    runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[];
  };
  expect(log.version).toBe('2.1.0');
  const [run] = log.runs;
  for (const result of run?.results ?? []) expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
  expect(run?.results.find(result => result.ruleId === 'K-TYPO')).toMatchObject({
    level: 'error',
    locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 1, endColumn: 8 } } }],
    fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: 'Disallow' } }] }] }],
  });
});

interface Region {
  readonly startLine?: unknown;
  readonly startColumn?: unknown;
}

test('robots lint --format sarif is sound in structure: rules, indexes, regions and fixes', async () => {
  writeFileSync(file('many.txt'), '\ufeff# é\r\nDisallow: /é\r\nUser-agent: *\r\nDisalow /a b\r\nSitemap: /s.xml');
  const { out } = await runInProcess(['robots', 'lint', file('many.txt'), '--format', 'sarif']);
  const log = JSON.parse(out) as {
    $schema: string;
    runs: {
      tool: { driver: { name: string; rules: { id: string; shortDescription: { text: string } }[] } };
      artifacts: unknown[];
      results: {
        ruleId: string;
        ruleIndex: number;
        level: string;
        message: { text: string };
        locations: { physicalLocation: { artifactLocation: { index: number }; region: Region } }[];
        fixes?: {
          description: { text: string };
          artifactChanges: { replacements: { deletedRegion: Region; insertedContent?: { text: string } }[] }[];
        }[];
      }[];
    }[];
  };
  const [run] = log.runs;
  expect(log.$schema).toMatch(/sarif-2\.1\.0/);
  expect(run?.tool.driver.rules).toHaveLength(179);
  expect(new Set(run?.tool.driver.rules.map(rule => rule.id)).size).toBe(179);
  const isRegion = ({ startLine, startColumn }: Region): boolean =>
    Number.isInteger(startLine) && Number(startLine) > 0 && Number.isInteger(startColumn) && Number(startColumn) > 0;
  expect(run?.results.length).toBeGreaterThan(5);
  for (const { ruleId, ruleIndex, level, message, locations, fixes } of run?.results ?? []) {
    expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(['error', 'warning', 'note']).toContain(level);
    expect(message.text).toMatch(/\.$/);
    for (const { physicalLocation } of locations) {
      expect(isRegion(physicalLocation.region)).toBe(true);
      expect(run?.artifacts[physicalLocation.artifactLocation.index]).toBeDefined();
    }
    for (const { description, artifactChanges } of fixes ?? []) {
      expect(description.text).not.toBe('');
      for (const { replacements } of artifactChanges) {
        expect(replacements.length).toBeGreaterThan(0);
        for (const { deletedRegion } of replacements) expect(isRegion(deletedRegion)).toBe(true);
      }
    }
  }
});

test('robots lint --fix prints the mended file and leaves the input alone', async () => {
  const before = readFileSync(file('bad.txt'), 'utf8');
  const { code, out, err } = await runInProcess(['robots', 'lint', file('bad.txt'), '--fix']);
  expect({ code, out }).toEqual({ code: 0, out: 'User-agent: *\nDisallow: /a\n' });
  expect(err).toMatch(/^Fixed: K-TYPO\. Left: 0 errors, 0 warnings, \d+ notes?\.\n$/);
  expect(readFileSync(file('bad.txt'), 'utf8')).toBe(before);
});

test('robots lint --fix overwrites the input only with --in-place', async () => {
  writeFileSync(file('place.txt'), 'User-agent: *\nDisalow: /a\n');
  const refused = await runInProcess(['robots', 'lint', file('place.txt'), '--fix', '--out', file('place.txt')]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--in-place');
  expect(readFileSync(file('place.txt'), 'utf8')).toContain('Disalow');
  const out = await runInProcess(['robots', 'lint', file('place.txt'), '--fix', '--out', file('other.txt')]);
  expect({ code: out.code, out: out.out }).toEqual({ code: 0, out: '' });
  expect(readFileSync(file('other.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /a\n');
  await runInProcess(['robots', 'lint', file('place.txt'), '--fix', '--in-place']);
  expect(readFileSync(file('place.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /a\n');
});

test('robots lint --list prints the catalogue, the eleven mistakes first', async () => {
  const { out } = await runInProcess(['robots', 'lint', '--list', '--json']);
  const { count, diagnostics } = JSON.parse(out) as { count: number; diagnostics: Record<string, unknown>[] };
  expect(count).toBe(179);
  expect(diagnostics[0]).toMatchObject({ id: 'K-SWAPPED', severity: 'E', fixable: 'asks', needsCrawl: false });
  expect(diagnostics.find(each => each['id'] === 'C-SPLIT')).toMatchObject({ needsCrawl: true, needs: 'crawl', fixable: null });
  for (const row of diagnostics) for (const key of ['title', 'why', 'source']) expect(row[key], String(row['id'])).not.toBe('');
  expect((await runInProcess(['robots', 'lint', '--list'])).out).toContain('K-SWAPPED');
});

test('robots lint of a crawl checks every origin against what the crawl saw, one with --origin', async () => {
  const shop = await site({
    '/robots.txt': {
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /closed/\nDisallow: /gone/\n',
    },
    '/': { status: 200, headers: { 'content-type': 'text/html' }, body: '<a href="/closed/a">x</a><a href="/go">y</a>' },
    '/go': { status: 301, headers: { location: '/closed/b' } },
  });
  const path = newPath();
  const session = newSession([shop.url('/')], {}, { path });
  await session.run();
  await session.close();
  const { out } = await runInProcess(['robots', 'lint', path, '--json'], { engine: await import('#engine/session/session.ts') });
  const { files } = JSON.parse(out) as {
    files: { origin: string; diagnostics: { id: string; line: number; message: string }[]; not_checked: { id: string }[] }[];
  };
  expect(files.map(each => each.origin)).toEqual([new URL(shop.url('/')).origin]);
  const ids = files[0]?.diagnostics.map(each => `${each.id} ${each.line}`);
  expect(ids).toContain('C-REDIRECT-BLOCKED 2');
  expect(ids).toContain('P-DEAD 3');
  expect(files[0]?.not_checked.map(each => each.id).sort()).toEqual(['C-DIFF', 'F-CHANGED', 'F-PER-AGENT']);
  const wrong = await runInProcess(['robots', 'lint', path, '--origin', 'https://nowhere.test'], {
    engine: await import('#engine/session/session.ts'),
  });
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain('There is no origin https://nowhere.test in this crawl.');
});

test('robots lint --as asks again under another name and tells whether the file differs', async () => {
  const shop = await site({
    '/robots.txt': ({ request }) => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: request.headers['user-agent'] === 'Otherbot' ? 'User-agent: *\nDisallow: /\n' : 'User-agent: *\nDisallow: /a\n',
    }),
  });
  const { out } = await runInProcess(['robots', 'lint', shop.url('/robots.txt'), '--as', 'Otherbot', '--as', 'Thirdbot']);
  expect(out).toContain('warning F-PER-AGENT: Other crawlers get another file: Otherbot\n');
});

test('robots lint URL follows redirects and checks the answer too', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(301, { location: '/home' }).end();
    else if (request.url === '/home')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Hi</body></html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const found = await runInProcess(['robots', 'lint', `${base}/robots.txt`]);
    expect(found.code).toBe(1);
    for (const id of ['error F-REDIR-HTML', 'warning F-REDIR', 'warning F-TYPE', 'error B-HTML']) expect(found.out).toContain(id);
    const missing = await runInProcess(['robots', 'lint', `${base}/sub/robots.txt`, '--json']);
    expect(JSON.parse(missing.out)).toMatchObject({ robots: `${base}/sub/robots.txt` });
    expect(missing.out).toContain('F-404');
    expect(missing.out).toContain('F-NOT-ROOT');
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});
