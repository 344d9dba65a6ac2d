import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { node, start } from '../../support/child.ts';
import { linksTo, page, redirect, robotsFile, type Site, startSite } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const root = resolve(import.meta.dirname, '../../..');
const bootstrap = (await import(join(root, 'scripts/run/bootstrap.mjs'))) as {
  ensureBuilt(options: { release: boolean }): void;
};
const checkout = (await import(join(root, 'scripts/run/checkout.cjs'))) as {
  readonly ENGINE_FLAGS: readonly string[];
  cliWords(args: readonly string[]): readonly [string, ...string[]];
};

const bundle = join(root, 'out/engine/crawl.cjs');
const plain = (words: readonly string[]) => words.map(word => (word === bundle ? join(root, 'out/engine/cli.cjs') : word));

/** What a crawl says, without what differs from one to the next. */
const said = (out: string) => out.replace(/after [^:]+:/, 'after:').replaceAll(/\S+\.crawl/g, 'F.crawl');

let site: Site;
beforeAll(async () => {
  bootstrap.ensureBuilt({ release: false });
  site = await startSite({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private\n'),
    '/': linksTo('/private', '/moved', '/long', '/nothing'),
    '/moved': redirect('/plain', 301),
    '/plain': page('<p>Some words in English, enough of them to know the language of this page.'),
    // A page of this length is read by a thread.
    '/long': page(`<p>${'These are many words. '.repeat(40_000)}`, '<a href="/plain">plain</a>'),
  });
});
afterAll(() => site.close());

function run(words: readonly string[], env: Record<string, string> = {}) {
  const folder = tempFolder();
  const [command = '', ...rest] = words;
  const { child, ended } = start(command, rest, { cwd: folder, env: { ...process.env, CRAWLSCOPE_HOME: folder, ...env } });
  return { child, ended, folder };
}

const crawl = (...more: readonly string[]) => ['crawl', site.url('/'), '--delay', '0', '--out', 'site.crawl', ...more];

/** Options that `npm run crawlscope` gives Node. */
const flagsOfNpm =
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts['crawlscope']
    ?.split(' ')
    .filter(word => word.startsWith('--')) ?? [];

it('npm starts the launcher as a process that crawls', () => {
  expect(flagsOfNpm).toEqual(checkout.ENGINE_FLAGS);
});

describe('a crawl from the bundle', () => {
  it('is what the build makes possible, for the commands that crawl', () => {
    for (const command of ['crawl', 'resume']) expect(checkout.cliWords([command])).toContain(bundle);
    expect(checkout.cliWords(['urls', 'F.crawl'])).not.toContain(bundle);
  });

  it('runs code that the build has compiled', async () => {
    const [command = '', ...words] = checkout.cliWords(['crawl']);
    const flags = words.slice(0, words.indexOf(bundle));
    const question = `process.stdout.write(String(require(${JSON.stringify(bundle)}).script.cachedDataRejected))`;
    expect(await run([command, ...flags, '-e', question]).ended).toMatchObject({ code: 0, out: 'false', err: '' });
  });

  it('calls no getter for what another chunk exports', () => {
    const text = readFileSync(join(root, 'out/engine/crawl.bundle.cjs'), 'utf8');
    expect(text).toMatch(/exports\[["'`]\w+["'`]\]\s*=|exports\.\w+\s*=/);
    // The bundler writes it so. Packages may write others.
    expect(text.match(/Object\.defineProperty\(exports,\s*["'`](?!__esModule)[^}]*get/g)).toBe(null);
  });

  it('says and stores what one without it does', async () => {
    const words = checkout.cliWords(crawl());
    const fast = run(words);
    const slow = run(plain(words));
    const [first, second] = await Promise.all([fast.ended, slow.ended]);
    expect({ ...first, out: said(first.out) }).toEqual({ ...second, out: said(second.out) });
    expect(first).toMatchObject({ code: 0, err: '' });
    const listed = async (folder: string) => {
      const columns = ['--columns', 'url,status,reason,title,detected_lang,words', '--format', 'csv'];
      const [command, ...rest] = checkout.cliWords(['urls', join(folder, 'site.crawl'), ...columns]);
      return await start(command, rest).ended;
    };
    const [rows, others] = [await listed(fast.folder), await listed(slow.folder)];
    expect(rows.code).toBe(0);
    expect(rows.out.split('\n').sort()).toEqual(others.out.split('\n').sort());
    expect(rows.out).toContain('/plain,200,fetched,Page,en,');
  });

  it('reads no other module, and has none that it does not use', async () => {
    const list = join(tempFolder(), 'files.txt');
    const hook = join(root, 'test/fixtures/list-read-files.cjs');
    const [command = '', ...words] = checkout.cliWords(crawl());
    expect((await run([command, '-r', hook, ...words], { READ_FILES: list }).ended).code).toBe(0);
    const modules = readFileSync(list, 'utf8')
      .split('\n')
      .filter(path => path.endsWith('.cjs'));
    expect(modules).toEqual([bundle, join(root, 'out/engine/crawl.bundle.cjs')]);
    const text = readFileSync(join(root, 'out/engine/crawl.bundle.cjs'), 'latin1');
    // The validator, a dialect, and a text that would be copied four times.
    for (const part of [/\bZodError\b/, /\btemoto\b/i, /[\w+/]{100000}/]) expect(part.test(text), String(part)).toBe(false);
  });

  it('refuses wrong arguments with one line and exit code 2', async () => {
    const { code, out, err } = await run(checkout.cliWords(['crawl', '--nope'])).ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^crawlscope: [^\n]+\n$/);
  });

  it.each([
    ['has become the crawl', []],
    ['is the crawl', flagsOfNpm],
  ])('stops in order at Ctrl+C where the launcher %s', async (_, flags) => {
    const slow = await startSite({ '/': linksTo(...Array.from({ length: 200 }, (_, i) => `/page-${i}`)) });
    try {
      const words = ['crawl', slow.url('/'), '--delay', '0.3', '--out', 'slow.crawl'];
      const { child, ended } = run([node, ...flags, join(root, 'scripts/run/crawlscope.cjs'), ...words]);
      await expect.poll(() => slow.paths().some(path => path.startsWith('/page-'))).toBe(true);
      child.kill('SIGINT');
      const { code, out } = await ended;
      expect(code).toBe(3);
      expect(out).toMatch(/^Stopped after/);
    } finally {
      await slow.close();
    }
  });
});

it('a crawl over plain HTTP loads none of Node’s large modules', async () => {
  const list = join(tempFolder(), 'modules.txt');
  const hook = join(root, 'test/fixtures/list-node-modules.cjs');
  const [command, ...words] = plain(checkout.cliWords(crawl('--max-pages', '1')));
  const { code } = await run([command ?? '', '-r', hook, ...words], { LOADED_MODULES: list }).ended;
  expect(code).toBe(0);
  const loaded = readFileSync(list, 'utf8').split('\n');
  expect(loaded).toContain('NativeModule net');
  const late = ['http', 'tls', 'http2', 'worker_threads', 'child_process', 'internal/crypto/webcrypto'];
  expect(late.filter(name => loaded.includes(`NativeModule ${name}`))).toEqual([]);
});
