import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { chromiumStarter, endMs, startOverPipe } from '#browser/chromium.ts';
import { NoBrowser } from '#browser/find-browser.ts';
import { createPlaces } from '#browser/places.ts';
import { newProfileFolder } from '#browser/profile-folder.ts';
import { openRenderer } from '#browser/renderer.ts';
import type { RunningBrowser } from '#browser/running-browser.ts';
import { stopMs } from '#main/engine-supervisor.ts';
import type { RenderOutcome } from '#shared/model/rendering.ts';
import { node } from '#test/support/child.ts';
import { testStarter } from '#test/support/render-electron.ts';
import { answerWith, renderRequest } from '#test/support/render-request.ts';
import { tempFolder } from '#test/support/temp.ts';

/** The browser of the tests, with what it started. */
async function counted(pagesPerBrowser = 100) {
  const starter = await testStarter();
  const started: RunningBrowser[] = [];
  const renderer = await openRenderer(
    async () => {
      const browser = await starter.start();
      started.push(browser);
      return browser;
    },
    { pagesPerBrowser },
  );
  const close = async (): Promise<void> => {
    await renderer.close();
    starter.end();
  };
  return { renderer, started, close };
}
const page = renderRequest(
  '<!doctype html><body><script>fetch("/a").then(r => r.text()).then(t => document.body.append(t))</script>',
);
const html = (outcome: RenderOutcome): string =>
  outcome.kind === 'rendered' ? Buffer.from(outcome.html).toString() : outcome.detail;

test('a page whose browser ends is rendered again in a new one', async () => {
  const { renderer, started, close } = await counted();
  let asked = 0;
  const outcome = await renderer.render(
    page,
    async () => {
      asked += 1;
      if (asked === 1) started[0]?.kill();
      return answerWith(`asked ${asked}`);
    },
    new AbortController().signal,
  );
  expect(html(outcome)).toContain('asked 2</body>');
  expect(started).toHaveLength(2);
  await close();
});

test('a browser that is killed says nothing more, so no page of it counts as crashed', async () => {
  const { start, end } = await testStarter();
  const browser = await start();
  browser.kill();
  const later = new Promise(resolve => setImmediate(resolve, 'later'));
  expect(await Promise.race([browser.cdp.ended.then(() => 'at once'), later])).toBe('at once');
  await browser.close();
  end();
});

test('a browser that does not end is killed before the app would end the engine, and its profile goes', async () => {
  expect(endMs * 2).toBeLessThan(stopMs);
  const profile = newProfileFolder();
  // Says its version and takes nothing else.
  const deaf = `const { createReadStream, writeSync } = require('node:fs');
    createReadStream('', { fd: 3 }).once('data', d => writeSync(4, JSON.stringify({ id: JSON.parse(String(d).split('\\0')[0]).id, result: { product: 'Deaf/1.0' } }) + '\\0'));
    setInterval(() => undefined, 1_000);`;
  const browser = await startOverPipe({ program: node, arguments: ['-e', deaf], profile });
  expect(existsSync(profile)).toBe(true);
  await browser.close();
  expect(existsSync(profile)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('what a browser leaves in its temporary folder goes with its profile', async () => {
  // Short, as the path of a socket must be.
  const folder = mkdtempSync('/tmp/cs-');
  const { start, end } = await testStarter();
  vi.stubEnv('TMPDIR', folder);
  try {
    const browser = await start();
    const [profile = '', ...beside] = readdirSync(folder);
    expect(profile).toMatch(/^crawlscope-browser-/);
    expect(beside).toEqual([]);
    // What a browser that is killed has no time to remove.
    mkdirSync(join(folder, profile, '.org.chromium.Chromium.aB3xYz'));
    await browser.close();
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    end();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(process.platform !== 'linux')(
  'a browser that is killed while it starts leaves nothing, however long the path is',
  async () => {
    // As Chromium: a folder for its socket, before it answers anything.
    const dies = `require('node:fs').mkdirSync(process.env.TMPDIR + '/.org.chromium.Chromium.aB3xYz'); setInterval(() => undefined, 1_000);`;
    const long = join(tempFolder(), 'x'.repeat(80));
    mkdirSync(long);
    const profile = newProfileFolder(long);
    vi.stubEnv('TMPDIR', long);
    const before = readdirSync('/tmp');
    const stop = new AbortController();
    const started = startOverPipe({ program: node, arguments: ['-e', dies], profile, stopped: stop.signal });
    const refused = expect(started).rejects.toThrow(/did not start/);
    const ours = (): string[] =>
      readdirSync('/tmp').filter(name => name.startsWith(`crawlscope-browser-${process.pid}-`) && !before.includes(name));
    try {
      await expect.poll(() => ours().map(name => readdirSync(join('/tmp', name)))).toEqual([['.org.chromium.Chromium.aB3xYz']]);
      stop.abort();
      await refused;
      expect([ours(), readdirSync(long)]).toEqual([[], []]);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

test('a page that ends its browser twice is given up', async () => {
  const { renderer, started, close } = await counted();
  const outcome = await renderer.render(
    page,
    async () => {
      started.at(-1)?.kill();
      return answerWith('');
    },
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ kind: 'failed', cause: 'crashed' });
  expect(html(await renderer.render(page, async () => answerWith('next'), new AbortController().signal))).toContain(
    'next</body>',
  );
  await close();
});

test('a browser is replaced after a number of pages', async () => {
  const { renderer, started, close } = await counted(2);
  for (let i = 0; i < 5; i++) await renderer.render(page, async () => answerWith('x'), new AbortController().signal);
  expect(started).toHaveLength(3);
  expect(new Set(started.map(one => one.pid)).size).toBe(3);
  await close();
});

test('a renderer whose browser cannot start says why', async () => {
  const start = chromiumStarter({ browser: process.execPath, unsandboxed: true });
  await expect(openRenderer(start)).rejects.toThrow(NoBrowser);
});

test('work that needs all places waits for them, and is not passed', async () => {
  const places = createPlaces(2);
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name}+`);
    await new Promise(resolve => setImmediate(resolve));
    log.push(`${name}-`);
  };
  await Promise.all([places.take(work('a')), places.take(work('b')), places.takeAll(work('all')), places.take(work('c'))]);
  expect(log).toEqual(['a+', 'b+', 'a-', 'b-', 'all+', 'all-', 'c+', 'c-']);
});
