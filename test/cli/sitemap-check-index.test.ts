import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSitemap } from '#core/sitemap/check/check-sitemap.ts';
import * as engine from '#engine/session/session.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

const site = 'https://e.com';
type Links = Readonly<Record<string, string>>;
const url = (path: string, links: Links = {}): string =>
  `<url><loc>${site}${path}</loc>${Object.entries(links)
    .map(([lang, to]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${site}${to}"/>`)
    .join('')}</url>`;
const urlset = (...urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;

/** An index of these files in a folder. Returns its path. */
function indexOf(files: Readonly<Record<string, string>>, ...others: readonly string[]): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const locs = [...Object.keys(files), ...others].map(name => `<sitemap><loc>${site}/${name}</loc></sitemap>`).join('');
  const path = join(folder, 'index.xml');
  writeFileSync(
    path,
    `<?xml version="1.0"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs}</sitemapindex>\n`,
  );
  return path;
}

const check = (path: string, ...args: readonly string[]) =>
  runInProcess(['sitemap', 'check', path, '--files', '--url', `${site}/index.xml`, ...args], { engine });

interface Across {
  readonly files: number;
  readonly entries: number;
  readonly pairs: number;
  readonly problems: readonly { readonly file: string; readonly code: string; readonly line: number; readonly message: string }[];
  readonly counts: readonly object[];
}
const acrossOf = async (path: string) => (JSON.parse((await check(path, '--json')).out) as { across: Across }).across;

describe('all files of an index together', () => {
  it('name a URL that several files list, with both places', async () => {
    const path = indexOf({ 'a.xml': urlset(url('/1'), url('/2')), 'b.xml': urlset(url('/3'), url('/2'), url('/2')) });
    const across = await acrossOf(path);
    expect(across).toMatchObject({ files: 2, entries: 5, pairs: 0 });
    expect(across.problems.map(({ code, line, message }) => [code, line, message.replace(/ in \S*\//, ' in ')])).toEqual([
      ['duplicate-files', 4, `${site}/2 is in a.xml, line 4, too.`],
      ['duplicate-files', 5, `${site}/2 is in a.xml, line 4, too.`],
    ]);
    expect(across.problems[0]?.file).toMatch(/b\.xml$/);
    expect(across.counts).toMatchObject([{ code: 'duplicate-files', severity: 'note', problems: 2, affected: 2, of: 5 }]);
  });

  it('miss hreflang links that another file does not return', async () => {
    const path = indexOf({
      'en.xml': urlset(url('/en', { en: '/en', de: '/de', fr: '/fr', it: '/elsewhere', 'x-default': '/de' })),
      'de.xml': urlset(url('/de', { de: '/de', en: '/en' })),
      'fr.xml': urlset(url('/fr')),
    });
    const across = await acrossOf(path);
    // en to de and back, en to fr. Nothing lists /elsewhere, and x-default needs no way back.
    expect(across.pairs).toBe(3);
    expect(across.problems).toMatchObject([{ code: 'hreflang-return-files', line: 3 }]);
    expect(across.problems[0]?.message).toMatch(
      /^https:\/\/e\.com\/fr \(.*fr\.xml, line 3\) has no hreflang link back to https:\/\/e\.com\/en\.$/,
    );
    const { code, out } = await check(path);
    expect(code).toBe(1);
    expect(out).toContain('All 3 sitemaps together\n');
    expect(out).toContain('hreflang-return-files: 1 of 3 hreflang links between files');
    expect(out).toContain('0 errors, 1 warning, 0 notes; 4 files checked');
  });

  it('say nothing where nothing is wrong, and nothing of a single file', async () => {
    const good = indexOf({ 'a.xml': urlset(url('/1')), 'b.xml': urlset(url('/2')) });
    expect((await check(good)).out).not.toContain('together');
    expect((await check(good, '--json')).out).toContain('"across"');
    expect((await check(indexOf({ 'a.xml': urlset(url('/1')) }), '--json')).out).not.toContain('"across"');
  });
});

describe('for CI systems', () => {
  const broken = () =>
    indexOf({ 'a.xml': urlset(url('/1'), url('/1'), '<url></url>'), 'b.xml': urlset(url('/1')) }, 'missing.xml');

  it('SARIF has the catalogue, each problem at its place, and files that were not read', async () => {
    const { code, out } = await check(broken(), '--format', 'sarif');
    expect(code).toBe(1);
    const [run] = (JSON.parse(out) as { version: string; runs: unknown[] }).runs as [
      {
        tool: { driver: { rules: { id: string }[] } };
        invocations: { executionSuccessful: boolean; toolExecutionNotifications: { message: { text: string } }[] }[];
        results: { ruleId: string; ruleIndex: number; level: string; locations: unknown[] }[];
      },
    ];
    expect(run.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['duplicate', 'warning'],
      ['no-loc', 'error'],
      ['duplicate-files', 'note'],
    ]);
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run.results[0]?.locations).toMatchObject([
      { physicalLocation: { artifactLocation: { uri: expect.stringMatching(/a\.xml$/) }, region: { startLine: 4 } } },
    ]);
    expect(run.invocations).toMatchObject([
      { executionSuccessful: false, toolExecutionNotifications: [{ message: { text: expect.stringContaining('missing.xml') } }] },
    ]);
  });

  it('JUnit has a suite for each file: failures, what passed, and what was not read', async () => {
    const { code, out } = await check(broken(), '--format', 'junit');
    expect(code).toBe(1);
    expect(out).toContain('<testsuites name="sitemap check" tests="6" failures="2" errors="1">');
    expect(out).toMatch(/<testcase name="no-loc" classname="[^"]*a\.xml" file="[^"]*a\.xml" line="5"><failure type="no-loc"/);
    expect(out.match(/name="no errors or warnings"/g)).toHaveLength(3);
    expect(out).toContain('<error type="not-read"');
    // Our own reader of XML finds nothing wrong with it.
    const { findings } = checkSitemap({ bytes: Buffer.from(out), url: '', isNamed: null, now: 0 });
    expect(findings.map(each => each.code)).toEqual(['unknown-root']);
  });

  it('an unknown format is refused', async () => {
    expect(await check(broken(), '--format', 'xml')).toMatchObject({ code: 2, err: expect.stringContaining('sarif') });
  });
});
