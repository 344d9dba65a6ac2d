import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { cli, node } from '../support/child.ts';
import { site } from '../support/crawling.ts';
import { tempFolder } from '../support/temp.ts';

/** Large libraries, and the files of ours that load them: a crawl without rules, reports and the demo site needs none. */
const late = [
  'node_modules/fontoxpath/',
  'node_modules/css-select/',
  'node_modules/parse5/',
  'node_modules/json-p3/',
  'node_modules/eld/',
  'node_modules/yazl/',
  'node_modules/hyparquet',
  'node_modules/undici/index.js',
  'electron/core/rules/compile-rule.ts',
  'electron/engine/reports/make-report.ts',
];

/** The files that a program loads, relative to the checkout. */
async function loadedBy(
  program: string,
  args: readonly string[] = [],
  talk: (child: ReturnType<typeof spawn>) => void = () => undefined,
) {
  const folder = tempFolder();
  const list = join(folder, 'modules.txt');
  const hook = pathToFileURL(resolve('test/fixtures/list-modules.mjs')).href;
  const child = spawn(node, ['--import', hook, program, ...args], {
    env: { ...process.env, LOADED_MODULES: list, CRAWLSCOPE_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  talk(child);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  const root = `${pathToFileURL(resolve('.')).href}/`;
  return readFileSync(list, 'utf8')
    .split('\n')
    .map(url => url.replace(root, ''));
}

const tooEarly = (loaded: readonly string[]) => loaded.filter(file => late.some(each => file.startsWith(each)));

it('a crawl of the command line loads no library of rules, exports and reports', async () => {
  const { url } = await site({ '/robots.txt': '', '/': '<p>Hello', '/two': '<p>Two' });
  const out = join(tempFolder(), 'site.crawl');
  const loaded = await loadedBy(cli, ['crawl', url('/'), '--delay', '0', '--out', out]);
  expect(loaded).toContain('electron/engine/crawl/crawl.ts');
  expect(tooEarly(loaded)).toEqual([]);
  expect(loaded.filter(file => file.startsWith('electron/demo/'))).toEqual([]);
});

it('the engine process starts without them', async () => {
  const loaded = await loadedBy(resolve('electron/engine/entry.ts'), [], child =>
    child.once('message', () => child.disconnect()),
  );
  expect(loaded).toContain('electron/engine/session/session.ts');
  expect(tooEarly(loaded)).toEqual([]);
});

it('the reader thread starts without them', async () => {
  const loaded = await loadedBy(resolve('electron/engine/reader/handlers.ts'));
  expect(loaded).toContain('electron/engine/reader/rule-handlers.ts');
  expect(tooEarly(loaded)).toEqual([]);
});
