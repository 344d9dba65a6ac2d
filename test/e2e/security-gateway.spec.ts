import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { call, launchApp, type RunningApp, readLog, sendRaw } from './fixture.ts';
import { calm, refusedSenders } from './probe.ts';

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
    // A closed window leaves Playwright's list a moment later.
    await expect.poll(() => running.app.windows().length).toBe(1);
  });

  test('E70: the bridge is two frozen functions and nothing else', async () => {
    const shape = await running.page.evaluate(() => {
      const bridge = (window as unknown as { crawlscope: Record<string, unknown> }).crawlscope;
      let changed = true;
      try {
        ('use strict');
        bridge['send'] = () => undefined;
        changed = bridge['send']?.toString().includes('undefined') ?? true;
      } catch {
        changed = false;
      }
      return {
        keys: Object.keys(bridge).sort(),
        types: Object.values(bridge).map(value => typeof value),
        frozen: Object.isFrozen(bridge),
        changed,
      };
    });
    expect(shape).toEqual({ keys: ['onMessage', 'send'], types: ['function', 'function'], frozen: true, changed: false });
  });

  test('E70: listeners get values only', async () => {
    const seen = running.page.evaluate(
      () =>
        new Promise<unknown>(done => {
          const bridge = (
            window as unknown as { crawlscope: { send(m: unknown): void; onMessage(l: (...m: unknown[]) => void): () => void } }
          ).crawlscope;
          const off = bridge.onMessage((...args) => {
            if ((args[0] as { id?: number }).id !== 4_712) return;
            off();
            done({ count: args.length, sender: 'sender' in (args[0] as object) });
          });
          bridge.send({ kind: 'call', id: 4_712, name: 'file.current', input: {} });
        }),
    );
    expect(await seen).toEqual({ count: 1, sender: false });
  });

  test('E71: another window with our preload is not answered', async () => {
    const before = await refusedSenders(running);
    await running.app.evaluate(async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } });
      await other.loadURL('app://ui/index.html');
      const answers = await other.webContents.executeJavaScript(
        "new Promise(done => { let n = 0; crawlscope.onMessage(() => { n += 1 }); crawlscope.send({ kind: 'call', id: 1, name: 'file.recent', input: {} }); setTimeout(() => done(n), 500) })",
      );
      other.destroy();
      Object.assign(globalThis, { otherAnswers: answers });
    }, resolve('out/preload/index.cjs'));
    expect(await running.app.evaluate(() => (globalThis as unknown as { otherAnswers: number }).otherAnswers)).toBe(0);
    expect(await refusedSenders(running)).toBeGreaterThan(before);
  });

  test('E72 E73: hostile messages are refused with a code, the app lives on', async () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    const messages: unknown[] = [
      { kind: 'call', id: 1, name: 'session.open', input: { path: '/etc/passwd' } },
      { kind: 'call', id: 2, name: 'session.create', input: { path: '/tmp/x', settings: {} } },
      { kind: 'call', id: 3, name: '__proto__', input: {} },
      { kind: 'call', id: 4, name: 'file.open', input: { path: '/etc/passwd' } },
      { kind: 'call', id: 5, name: 'url.explain', input: { url: 7 } },
      { kind: 'call', id: 6, name: 'url.explain', input: { url: 'x'.repeat(10_000) } },
      { kind: 'call', id: 7, name: 'file.recent', input: deep(50) },
      { kind: 'call', id: 8, name: 'file.recent', input: [] },
      { kind: 'call', id: 9, name: 'file.recent', input: {}, extra: true },
      { kind: 'result', id: 10, value: 1 },
      { kind: 'call', id: 11, name: 'crawl.start', input: { settings: null, destination: '/etc/cron.d/x' } },
      { kind: 'call', id: 12, name: 'urls.rows', input: { view: -1, from: 0, limit: 1e9 } },
    ];
    for (const message of messages) {
      expect((await sendRaw(running.page, message))?.error?.code).toBe('bad_request');
    }
    for (const noise of [null, 1, 'x', [], {}, { id: 'x' }, { id: -1, kind: 'call' }])
      await running.page.evaluate(
        value => (window as unknown as { crawlscope: { send(m: unknown): void } }).crawlscope.send(value),
        noise,
      );
    const grant = await call(running.page, 'crawl.start', {
      settings: { ...((await call(running.page, 'shell.defaults'))?.value as object), seeds: ['https://example.com/'] },
      destination: 'made-up',
    });
    expect(grant?.error?.code).toBe('not_found');
    await calm(running);
  });

  test('E74: a flood is refused with a code and is over a second later', async () => {
    const codes = await running.page.evaluate(
      () =>
        new Promise<Record<string, number>>(done => {
          const bridge = (
            window as unknown as { crawlscope: { send(m: unknown): void; onMessage(l: (m: unknown) => void): () => void } }
          ).crawlscope;
          const seen: Record<string, number> = {};
          let left = 1_000;
          const off = bridge.onMessage(message => {
            const reply = message as { kind: string; id?: number; error?: { code: string } };
            if (reply.kind === 'topic' || (reply.id ?? 0) < 50_000 || (reply.id ?? 0) >= 51_000) return;
            const key = reply.error?.code ?? reply.kind;
            seen[key] = (seen[key] ?? 0) + 1;
            left -= 1;
            if (left > 0) return;
            off();
            done(seen);
          });
          for (let n = 0; n < 1_000; n += 1) bridge.send({ kind: 'call', id: 50_000 + n, name: 'file.current', input: {} });
        }),
    );
    expect((codes['refused'] ?? 0) + (codes['result'] ?? 0)).toBe(1_000);
    expect(codes['refused']).toBeGreaterThan(0);
    expect(codes['result']).toBeGreaterThanOrEqual(100);
    await calm(running);
    // One call of 9 MiB is over the limit for bytes alone.
    const big = await call(running.page, 'url.explain', { url: 'x'.repeat(5 * 1024 * 1024) });
    expect(big?.error?.code).toBe('refused');
    await calm(running);
  });

  test('E75: errors cross as code and sentence, without internals', async () => {
    const bug = await call(running.page, 'url.explain', { url: 'test:bug' });
    expect(bug?.error?.code).toBe('internal');
    expect(JSON.stringify(bug)).not.toMatch(/SELECT|private|\.cjs|at /);
    await expect.poll(() => readLog(running)).toContain('SELECT secret');
  });

  test('E90: the engine starts with a minimal environment, a memory limit and a fixed folder', async () => {
    await calm(running);
    const answer = await call(running.page, 'url.explain', { url: 'test:self' });
    expect(answer?.error).toBeUndefined();
    const self = answer?.value as { env: Record<string, string>; execArgv: string[]; cwd: string };
    const allowed = [
      'CRAWLSCOPE_ENGINE_PROTOCOL',
      'CRAWLSCOPE_HOME',
      'TMPDIR',
      'TEMP',
      'TMP',
      'TZ',
      'LANG',
      'LC_ALL',
      'SystemRoot',
      'windir',
      // Threads for lookups.
      'UV_THREADPOOL_SIZE',
      // The browser that renders, which the engine starts: a test of engine-environment says which of them and why.
      'CRAWLSCOPE_APP_BROWSER',
      'DISPLAY',
      'WAYLAND_DISPLAY',
      'XAUTHORITY',
      'XDG_RUNTIME_DIR',
    ];
    const node = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_UNIQUE_ID', '__CF_USER_TEXT_ENCODING'];
    expect(Object.keys(self.env).filter(name => !allowed.includes(name) && !node.includes(name))).toEqual([]);
    expect(self.env['CRAWLSCOPE_ENGINE_PROTOCOL']).toMatch(/^\d+$/);
    expect(self.execArgv).toEqual(['--max-old-space-size=2048', '--min-semi-space-size=16', '--max-semi-space-size=16']);
    expect(self.cwd).toBe(join(running.folder, 'profile'));
  });

  test('answers for a page that was reloaded never reach the page that follows', async () => {
    await running.page.evaluate(() =>
      (window as unknown as { crawlscope: { send(m: unknown): void } }).crawlscope.send({
        kind: 'call',
        id: 7_700_077,
        name: 'url.explain',
        input: { url: 'test:hold' },
      }),
    );
    await call(running.page, 'url.explain', { url: 'test:self' });
    await running.page.reload();
    await running.page.evaluate(() => {
      const ids: unknown[] = [];
      Object.assign(window, { ids });
      (window as unknown as { crawlscope: { onMessage(l: (m: unknown) => void): () => void } }).crawlscope.onMessage(message =>
        ids.push((message as { id?: number }).id),
      );
    });
    // The window makes calls too. The held response is released after its first burst of calls.
    await expect(async () => {
      const released = await call(running.page, 'url.explain', { url: 'test:release' });
      expect(released).toMatchObject({ kind: 'result' });
    }).toPass();
    const ids = await running.page.evaluate(() => (window as unknown as { ids: unknown[] }).ids);
    expect(ids).not.toContain(7_700_077);
    expect(ids.length).toBeGreaterThan(0);
  });
});
