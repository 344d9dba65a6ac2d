import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { processLives } from '#browser/process-lives.ts';
import { patience } from '../support/patience.ts';
import {
  appEnvironment,
  call,
  electronOfThisMachine,
  isRoot,
  launchApp,
  type RunningApp,
  readLog,
  sandboxSwitches,
  sendRaw,
  type WireReply,
} from './fixture.ts';

/** The assertions of the security checklist that only the started app can prove. The engine is a fake. */

test.describe('one running app', () => {
  let running: RunningApp;

  test.beforeAll(async () => {
    running = await launchApp({ engine: 'fake', env: { CRAWLSCOPE_TEST_EXTERNAL: 'open' } });
  });
  test.afterAll(async () => {
    await running?.close();
  });
  test.afterEach(async () => {
    expect(running.page.url()).toBe('app://ui/index.html');
    expect(running.app.windows()).toHaveLength(1);
  });

  test('E94: an engine that dies is replaced and reopens the file; its calls fail with unavailable', async () => {
    const demo = await call(running.page, 'crawl.demo');
    expect(demo?.value).toMatchObject({ file: { name: 'Demo' } });
    expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe(
      'Demo – Crawlscope',
    );
    const first = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number };
    const lost = await call(running.page, 'url.explain', { url: 'test:exit' });
    expect(lost?.error?.code).toBe('unavailable');
    const second = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number; file: string };
    expect(second.pid).not.toBe(first.pid);
    expect(second.file).toBe(join(running.crawls, 'Demo.crawl'));
    await call(running.page, 'url.explain', { url: 'test:malformed' });
    const third = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number };
    expect(third.pid).not.toBe(second.pid);
  });

  test('files: nothing is overwritten, recent files are known by ids, closing clears the title', async () => {
    expect((await call(running.page, 'crawl.demo'))?.value).toMatchObject({ file: { name: 'Demo 2' } });
    const recent = (await call(running.page, 'file.recent'))?.value as { id: string; name: string }[];
    expect(recent.map(({ name }) => name)).toEqual(['Demo 2', 'Demo']);
    expect((await call(running.page, 'file.openRecent', { id: recent[1]!.id }))?.value).toMatchObject({ file: { name: 'Demo' } });
    expect(
      (await call(running.page, 'file.openRecent', { id: join(running.crawls, 'Demo.crawl').slice(0, 64) }))?.error?.code,
    ).toBe('not_found');
    expect((await call(running.page, 'file.close'))?.kind).toBe('result');
    expect((await call(running.page, 'file.current'))?.value).toBeNull();
    expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe('Crawlscope');
  });

  test('E24: a second start hands over a crawl file and nothing else', async () => {
    const electron = await electronOfThisMachine();
    const second = (...args: string[]) =>
      execFileSync(
        electron.path,
        [...sandboxSwitches({}), `--user-data-dir=${join(running.folder, 'profile')}`, resolve('.'), ...args],
        {
          env: appEnvironment(running.folder, { engine: 'fake' }),
          stdio: 'ignore',
          timeout: patience.timeout,
        },
      );
    const target = join(running.crawls, 'given.crawl');
    writeFileSync(target, '');
    second(
      '/etc/passwd',
      'http://example.com/a.crawl',
      '--renderer-cmd-prefix=x',
      join(running.crawls, 'missing.crawl'),
      running.crawls,
    );
    expect((await call(running.page, 'file.current'))?.value).toBeNull();
    second(target);
    await expect
      .poll(async () => ((await call(running.page, 'file.current'))?.value as { name: string } | null)?.name)
      .toBe('given');
  });

  test('E94: an engine that keeps dying is given up with a message, the window lives on', async () => {
    const down = running.page.evaluate(
      () =>
        new Promise<boolean>(done => {
          const bridge = (window as unknown as { crawlscope: { onMessage(l: (m: unknown) => void): () => void } }).crawlscope;
          bridge.onMessage(message => (message as { payload?: unknown }).payload === 'engine-down' && done(true));
        }),
    );
    let reply: WireReply | null = null;
    for (let n = 0; n < 7; n += 1)
      reply = await sendRaw(running.page, { kind: 'call', id: 90_000 + n, name: 'url.explain', input: { url: 'test:exit' } });
    expect(await down).toBe(true);
    expect(reply?.error?.code).toBe('unavailable');
    expect((await call(running.page, 'file.current'))?.value).toBeNull();
  });
});

test('without a file, the engine starts after the start screen, also if nothing asks it', async () => {
  const running = await launchApp({ engine: 'fake' });
  try {
    // The log is made with its first line.
    await expect(() => expect(readLog(running)).toContain('fake engine started')).toPass(patience);
  } finally {
    await running.close();
  }
});

test('a page that hangs while it loads gets a new process', async () => {
  test.skip(process.platform === 'win32', 'processes cannot be stopped there');
  const running = await launchApp({ engine: 'fake' });
  const processOfPage = () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);
  const first = await processOfPage();
  process.kill(first, 'SIGSTOP');
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect.poll(processOfPage).not.toBe(first);
  expect(processLives(first)).toBe(false);
  await expect
    .poll(() =>
      running.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.readyState'),
      ),
    )
    .toBe('complete');
  expect(readLog(running)).toContain('did not get ready');
  await running.close();
});

test('E94: the engine closes the session and is gone after the app quits', async () => {
  const running = await launchApp({ engine: 'fake' });
  const self = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number } | undefined;
  const pid = self?.pid ?? 0;
  expect(pid).toBeGreaterThan(0);
  await running.close();
  await expect.poll(() => processLives(pid)).toBe(false);
});

test('the utility-process host speaks the same protocol', async () => {
  const running = await launchApp({ engine: 'fake', env: { CRAWLSCOPE_ENGINE_HOST: 'utility' } });
  const self = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as {
    kind: string;
    env: Record<string, string>;
    execArgv: string[];
  };
  expect(self.kind).toBe('utility');
  expect(self.execArgv).toContain('--max-old-space-size=2048');
  expect(Object.keys(self.env).filter(name => /NODE_OPTIONS|PROXY|PLAYWRIGHT|^HOME$/i.test(name))).toEqual([]);
  expect((await call(running.page, 'url.explain', { url: 'test:exit' }))?.error?.code).toBe('unavailable');
  expect((await call(running.page, 'url.explain', { url: 'test:self' }))?.kind).toBe('result');
  await running.close();
});

test('E90: an engine with too much memory ends, and another one takes its place', async () => {
  const running = await launchApp({
    engine: 'fake',
    env: { CRAWLSCOPE_ENGINE_HOST: 'utility', CRAWLSCOPE_ENGINE_MIB: '400' },
  });
  const pidOfEngine = async () =>
    ((await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number } | undefined)?.pid ?? 0;
  const first = await pidOfEngine();
  expect(first).toBeGreaterThan(0);
  await call(running.page, 'url.explain', { url: 'test:fill' });
  await expect.poll(() => processLives(first)).toBe(false);
  await expect.poll(pidOfEngine).not.toBe(first);
  await running.close();
});

test('a file named at the start is open, --demo starts the demo', async () => {
  const demo = await launchApp({ engine: 'fake', args: ['--demo'] });
  await expect.poll(async () => ((await call(demo.page, 'file.current'))?.value as { name: string } | null)?.name).toBe('Demo');
  const path = join(demo.crawls, 'Demo.crawl');
  const opened = await launchApp({ engine: 'fake', args: [path] });
  await expect.poll(async () => ((await call(opened.page, 'file.current'))?.value as { name: string } | null)?.name).toBe('Demo');
  await opened.close();
  await demo.close();
});

test('E94: an engine still ends when the shell is killed without warning', async () => {
  const running = await launchApp({ engine: 'fake' });
  const self = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number } | undefined;
  const pid = self?.pid ?? 0;
  expect(processLives(pid)).toBe(true);
  const closed = running.app.waitForEvent('close');
  running.app.process().kill('SIGKILL');
  await closed;
  await expect.poll(() => processLives(pid)).toBe(false);
});

test('a command as first argument runs the command line tool: its output, its exit code, no window', async () => {
  const electron = await electronOfThisMachine();
  const child = spawn(electron.path, [...sandboxSwitches({}), resolve('.'), 'robots', 'lint', '--json'], {
    env: { ...appEnvironment('/nonexistent', {}), CRAWLSCOPE_CLI_ENTRY: resolve('test/support/fake-cli.cjs'), NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => (out += String(chunk)));
  child.stderr.on('data', chunk => (err += String(chunk)));
  const code = await new Promise<number | null>(done => child.on('exit', done));
  expect(code).toBe(5);
  expect(JSON.parse(out.trim())).toEqual({ args: ['robots', 'lint', '--json'], options: null });
  expect(err).toContain('to stderr');
});

test('E03: as an ordinary user the operating system’s sandbox holds the window', async () => {
  test.skip(!isRoot, 'as an ordinary user every other test here already runs with it');
  const running = await launchApp({ engine: 'fake', asNobody: true });
  const pids = await running.app.evaluate(({ app }) => ({
    main: process.pid,
    pages: app
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .map(({ pid }) => pid),
    switches: process.argv.concat(app.commandLine.hasSwitch('no-sandbox') ? ['no-sandbox'] : []),
  }));
  expect(pids.switches.join(' ')).not.toContain('no-sandbox');
  // One page, and perhaps the spare process Chromium keeps ready.
  expect(pids.pages.length).toBeGreaterThan(0);
  expect(statSync(`/proc/${pids.main}`).uid).toBe(65_534);
  for (const pid of pids.pages) {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('no-sandbox');
    for (const space of ['net', 'pid'])
      expect(readlinkSync(`/proc/${pid}/ns/${space}`)).not.toBe(readlinkSync(`/proc/${pids.main}/ns/${space}`));
  }
  expect((await call(running.page, 'crawl.demo'))?.value).toMatchObject({ file: { name: 'Demo' } });
  await running.close();
});
