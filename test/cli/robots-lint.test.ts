import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../support/memory-io.ts';

let folder = '';
const file = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crawlscope-cli-'));
  writeFileSync(file('bad.txt'), 'User-agent: *\nDisalow: /a\n');
  writeFileSync(file('fine.txt'), 'User-agent: *\nDisallow: /a\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('robots lint prints line, severity, message, reason and fix, and exits 1 on an error', async () => {
  const { code, out, err } = await runInProcess(['robots', 'lint', file('bad.txt')]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain(`${file('bad.txt')}:2:1: error K-TYPO: Unknown keyword “Disalow”, did you mean Disallow?`);
  expect(out).toContain('    fix: Write Disallow\n');
  expect(out).toMatch(/\n1 error, 0 warnings, \d+ notes?\n$/);
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
  expect(typo).toMatchObject({ line: 2, column: 1, end_column: 8, severity: 'E', fix: { replacement: 'Disallow' } });
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
