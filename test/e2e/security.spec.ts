import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { hostileAppPaths } from '../support/app-paths.ts';
import { hostileExternalUrls } from '../support/external-urls.ts';
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

/** The assertions of the security checklist that only the started app can prove. The engine is a stand-in. */

interface TestHook {
  readonly crawlscopeTest: {
    readonly refusals: { requests: number; navigations: number; windows: number; permissions: number; downloads: number };
    readonly refusedSenders: () => number;
  };
}
const refusals = (running: RunningApp) =>
  running.app.evaluate(() => ({ ...(globalThis as unknown as TestHook).crawlscopeTest.refusals }));
const refusedSenders = (running: RunningApp) =>
  running.app.evaluate(() => (globalThis as unknown as TestHook).crawlscopeTest.refusedSenders());
/** The rate limit counts a second back; tests that send many calls leave it behind them. */
const calm = (running: RunningApp) =>
  expect.poll(async () => (await call(running.page, 'file.current'))?.kind, { timeout: 5_000 }).toBe('result');

test.describe('one running app', () => {
  let running: RunningApp;
  let listener: Server;
  let port = 0;
  let connections = 0;

  test.beforeAll(async () => {
    listener = createServer(socket => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>(done => listener.listen(0, '127.0.0.1', done));
    const address = listener.address();
    port = typeof address === 'object' && address ? address.port : 0;
    running = await launchApp({ engine: 'fake', env: { CRAWLSCOPE_TEST_EXTERNAL: 'open' } });
  });
  test.afterAll(async () => {
    await running?.close();
    listener.close();
  });
  test.afterEach(async () => {
    expect(running.page.url()).toBe('app://ui/index.html');
    expect(running.app.windows()).toHaveLength(1);
  });

  test('E01 E03 E13: one window, its preferences as listed', async () => {
    const found = await running.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map(contents => {
        const preferences = (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
        return {
          type: contents.getType(),
          url: contents.getURL(),
          preferences: JSON.parse(JSON.stringify(preferences)) as Record<string, unknown>,
        };
      }),
    );
    expect(found.map(({ type, url }) => [type, url])).toEqual([['window', 'app://ui/index.html']]);
    expect(found[0]!.preferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      plugins: false,
      webgl: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      enableWebSQL: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
  });

  test('E10: no Node in the page, in a frame or in a worker', async () => {
    const names = await running.page.evaluate(async () => {
      const wanted = ['require', 'process', 'Buffer', 'module', 'global', '__dirname', 'electron', 'ipcRenderer'];
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inPage = wanted.filter(name => name in window);
      const inFrame = frame.contentWindow ? wanted.concat('crawlscope').filter(name => name in frame.contentWindow!) : [];
      frame.remove();
      const worker = await new Promise<string>(done => {
        try {
          const made = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof require + typeof process)'])));
          made.onmessage = event => done(String(event.data));
          made.onerror = () => done('refused');
        } catch {
          done('refused');
        }
      });
      return { inPage, inFrame, worker };
    });
    expect(names).toEqual({ inPage: [], inFrame: [], worker: 'refused' });
  });

  test('E11: a page that rewrites its built-ins does not reach the preload', async () => {
    const answer = await running.page.evaluate(() => {
      const kept = {
        push: Array.prototype.push,
        parse: JSON.parse,
        then: Promise.prototype.then,
        freeze: Object.freeze,
        call: Function.prototype.call,
      };
      const caught: unknown[] = [];
      const spy = function (this: unknown, ...args: unknown[]) {
        caught.push(this, args);
        throw new Error('rewritten');
      };
      const bridge = (
        window as unknown as { crawlscope: { send(m: unknown): void; onMessage(l: (m: unknown) => void): () => void } }
      ).crawlscope;
      return new Promise<unknown>(done => {
        const off = bridge.onMessage(message => {
          if ((message as { id?: number }).id !== 4_711) return;
          Array.prototype.push = kept.push;
          JSON.parse = kept.parse;
          Object.freeze = kept.freeze;
          Function.prototype.call = kept.call;
          off();
          done({ message, caught: caught.length });
        });
        Array.prototype.push = spy as never;
        JSON.parse = spy as never;
        Object.freeze = spy as never;
        Function.prototype.call = spy as never;
        bridge.send({ kind: 'call', id: 4_711, name: 'file.current', input: {} });
      });
    });
    expect(answer).toEqual({ message: { kind: 'result', id: 4_711, value: null }, caught: 0 });
  });

  test('E12: the preload is one small CommonJS file that requires only electron', () => {
    const text = readFileSync('out/preload/index.cjs', 'utf8');
    expect(text.length).toBeLessThanOrEqual(20 * 1024);
    expect([...text.matchAll(/require\(["']([^"']+)["']\)/g)].map(match => match[1])).toEqual(['electron']);
  });

  test('E20: a hundred other addresses give nothing', async () => {
    // From the page: only same-origin addresses get past the policy at all.
    const answers = await running.page.evaluate(
      addresses =>
        Promise.all(
          addresses.map(address =>
            fetch(address).then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        ),
      [...hostileAppPaths],
    );
    for (const [index, status] of answers.entries())
      expect([hostileAppPaths[index], [0, 404].includes(status)]).toEqual([hostileAppPaths[index], true]);
    const methods = await running.page.evaluate(() =>
      Promise.all(
        ['POST', 'PUT', 'DELETE', 'HEAD'].map(method =>
          fetch('app://ui/index.html', { method }).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      ),
    );
    for (const status of methods) expect([0, 405]).toContain(status);
  });

  test('E22: the page’s headers, and injected code does not run', async () => {
    const headers = await running.page.evaluate(async () => Object.fromEntries((await fetch('app://ui/index.html')).headers));
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    const ran = await running.page.evaluate(async () => {
      const marks: string[] = [];
      Object.assign(window, { mark: (what: string) => marks.push(what) });
      const attempt = (work: () => void) => {
        try {
          work();
        } catch {
          /* refused, as it should be */
        }
      };
      attempt(() => {
        const script = document.createElement('script');
        script.append('mark("inline script")');
        document.body.append(script);
      });
      attempt(() => setTimeout('mark("timer")' as never, 0));
      attempt(() => new Function('mark("function")')());
      attempt(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          '<img src=x onerror="mark(\'handler\')"><svg onload="mark(\'svg\')"></svg>',
        );
      });
      attempt(() => {
        const link = document.createElement('a');
        link.href = 'javascript:mark("link")';
        document.body.append(link);
        link.click();
      });
      attempt(() => document.body.setAttribute('onclick', 'mark("attribute")'));
      document.body.click();
      attempt(() => {
        const frame = document.createElement('iframe');
        frame.setAttribute('src', 'data:text/html,<script>parent.mark("frame")</script>');
        document.body.append(frame);
      });
      const style = document.createElement('style');
      style.append('body { outline: 7px solid red !important }');
      document.head.append(style);
      await new Promise(done => setTimeout(done, 200));
      const outline = getComputedStyle(document.body).outlineWidth;
      for (const node of document.querySelectorAll('body > a, body > iframe, body > script, head > style')) node.remove();
      document.body.removeAttribute('onclick');
      return { marks, outline: outline === '7px' };
    });
    expect(ran).toEqual({ marks: [], outline: false });
  });

  test('E23: no file: from the page or from the session', async () => {
    const fromPage = await running.page.evaluate(() =>
      fetch('file:///etc/passwd').then(
        () => 'loaded',
        () => 'refused',
      ),
    );
    const fromMain = await running.app.evaluate(({ session }) =>
      session.defaultSession.fetch('file:///etc/passwd').then(
        ({ ok }) => (ok ? 'loaded' : 'refused'),
        () => 'refused',
      ),
    );
    expect([fromPage, fromMain]).toEqual(['refused', 'refused']);
  });

  test('E30 E31: nothing in the window reaches a server', async () => {
    connections = 0;
    await running.page.evaluate(async target => {
      const http = `http://127.0.0.1:${target}/`;
      const attempt = (work: () => unknown) => {
        try {
          void Promise.resolve(work()).catch(() => undefined);
        } catch {
          /* refused, as it should be */
        }
      };
      const element = (tag: string, attributes: Record<string, string>) => () => {
        const made = document.createElement(tag);
        made.className = 'probe';
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
        document.head.append(made);
      };
      attempt(() => fetch(http));
      attempt(() => fetch(http, { mode: 'no-cors', keepalive: true }));
      attempt(() => navigator.sendBeacon(http, 'x'));
      attempt(() => new WebSocket(`ws://127.0.0.1:${target}/`));
      attempt(() => new EventSource(http));
      attempt(() => {
        const request = new XMLHttpRequest();
        request.open('GET', http);
        request.send();
      });
      attempt(() => (new Image().src = http));
      attempt(() => new Audio(http).play());
      attempt(() => import(/* @vite-ignore */ `${http}x.js`));
      attempt(() => new FontFace('x', `url(${http})`).load());
      for (const rel of [
        'stylesheet',
        'icon',
        'prefetch',
        'preload',
        'preconnect',
        'dns-prefetch',
        'modulepreload',
        'manifest',
        'prerender',
      ]) {
        attempt(element('link', { rel, href: http, as: 'image' }));
      }
      attempt(element('iframe', { src: http }));
      attempt(element('object', { data: http }));
      attempt(element('embed', { src: http }));
      attempt(element('video', { src: http, autoplay: '' }));
      attempt(element('script', { src: http }));
      attempt(element('input', { type: 'image', src: http }));
      attempt(async () => {
        const peer = new RTCPeerConnection({
          iceServers: [
            { urls: `stun:127.0.0.1:${target}` },
            { urls: `turn:127.0.0.1:${target}?transport=tcp`, username: 'a', credential: 'b' },
          ],
        });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
      });
      await new Promise(done => setTimeout(done, 500));
      for (const node of document.querySelectorAll('.probe')) node.remove();
    }, port);
    // Without the page's policy: what the shell itself would load is stopped one layer below.
    const direct = await running.app.evaluate(async ({ session }, target) => {
      const urls = [
        `http://127.0.0.1:${target}/`,
        `http://localhost:${target}/`,
        `http://[::1]:${target}/`,
        'https://example.com/',
      ];
      const other = session.fromPartition('probe');
      const results = await Promise.all(
        [session.defaultSession, other].flatMap(one =>
          urls.map(url =>
            one.fetch(url).then(
              () => 'loaded',
              () => 'refused',
            ),
          ),
        ),
      );
      return [...new Set(results)];
    }, port);
    expect(direct).toEqual(['refused']);
    expect(connections).toBe(0);
    expect((await refusals(running)).requests).toBeGreaterThan(0);
  });

  test('E04 E40 E41 E43: the window stays where it is and stays alone', async () => {
    connections = 0;
    const before = await refusals(running);
    const targets = [
      `http://127.0.0.1:${port}/`,
      'https://example.com/',
      'data:text/html,x',
      'file:///etc/passwd',
      'about:blank',
      'app://evil/',
      'javascript:1',
      'chrome://gpu',
      'blob:app://ui/none',
      'mailto:a@b.c',
    ];
    for (const target of targets) {
      await running.page.evaluate(async url => {
        const attempt = (work: () => void) => {
          try {
            work();
          } catch {
            /* refused, as it should be */
          }
        };
        const link = (attributes: Record<string, string>, event?: MouseEvent) => {
          const made = document.createElement('a');
          made.setAttribute('href', url);
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
          document.body.append(made);
          if (event) made.dispatchEvent(event);
          else made.click();
          made.remove();
        };
        attempt(() => window.open(url));
        attempt(() => window.open(url, 'named', 'popup,noopener'));
        attempt(() => link({ target: '_blank' }));
        attempt(() => link({ download: 'x' }));
        attempt(() => link({ ping: url, target: '_top' }));
        attempt(() => link({}, new MouseEvent('click', { ctrlKey: true, bubbles: true })));
        attempt(() => link({}, new MouseEvent('auxclick', { button: 1, bubbles: true })));
        attempt(() => {
          const form = document.createElement('form');
          form.action = url;
          form.method = 'post';
          document.body.append(form);
          form.submit();
          form.remove();
        });
        attempt(() => {
          const meta = document.createElement('meta');
          meta.httpEquiv = 'refresh';
          meta.content = `0;url=${url}`;
          document.head.append(meta);
        });
        attempt(() => document.body.append(document.createElement('webview')));
        attempt(() => location.assign(url));
        await new Promise(done => setTimeout(done, 50));
      }, target);
      expect(running.page.url()).toBe('app://ui/index.html');
    }
    const after = await refusals(running);
    expect(after.windows).toBeGreaterThan(before.windows);
    expect(after.navigations).toBeGreaterThan(before.navigations);
    expect(await running.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
    expect(connections).toBe(0);
    // A download of our own blob is the one a page could still start.
    await running.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.bin';
      link.click();
    });
    await expect.poll(async () => (await refusals(running)).downloads).toBeGreaterThan(before.downloads);
  });

  test('E42: every permission is denied', async () => {
    const granted = await running.page.evaluate(async () => {
      const open: string[] = [];
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'background-sync',
        'accelerometer',
        'gyroscope',
        'magnetometer',
        'screen-wake-lock',
        'storage-access',
        'idle-detection',
        'local-fonts',
        'window-management',
        'payment-handler',
        'persistent-storage',
        'nfc',
        'display-capture',
        'ambient-light-sensor',
      ];
      for (const name of names) {
        const state = await navigator.permissions.query({ name: name as PermissionName }).then(
          status => status.state,
          () => 'unknown',
        );
        if (state === 'granted') open.push(name);
      }
      const attempts: Record<string, () => Promise<unknown>> = {
        camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
        microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
        screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
        place: () => new Promise((done, refuse) => navigator.geolocation.getCurrentPosition(done, refuse)),
        notification: async () =>
          (await Notification.requestPermission()) === 'granted' ? true : Promise.reject(new Error('denied')),
        clipboard: () => navigator.clipboard.readText(),
        midi: () => navigator.requestMIDIAccess({ sysex: true }),
        fullscreen: () => document.body.requestFullscreen(),
        pointer: async () => {
          await (document.body.requestPointerLock() as unknown as Promise<void> | undefined);
          return document.pointerLockElement ? true : Promise.reject(new Error('denied'));
        },
        usb: () =>
          (navigator as unknown as { usb: { requestDevice(o: object): Promise<unknown> } }).usb.requestDevice({ filters: [] }),
        serial: () => (navigator as unknown as { serial: { requestPort(): Promise<unknown> } }).serial.requestPort(),
        hid: () =>
          (navigator as unknown as { hid: { requestDevice(o: object): Promise<unknown[]> } }).hid.requestDevice({ filters: [] }),
        bluetooth: () =>
          (navigator as unknown as { bluetooth: { requestDevice(o: object): Promise<unknown> } }).bluetooth.requestDevice({
            acceptAllDevices: true,
          }),
        lock: () => navigator.wakeLock.request('screen'),
      };
      for (const [name, attempt] of Object.entries(attempts)) {
        const result = await Promise.race([
          Promise.resolve()
            .then(attempt)
            .then(
              () => 'granted',
              () => 'denied',
            ),
          new Promise<string>(done => setTimeout(() => done('unanswered'), 1_500)),
        ]);
        if (result === 'granted') open.push(`request ${name}`);
      }
      return open;
    });
    expect(granted).toEqual([]);
  });

  test('E44: certificate, client certificate and login questions have one answerer each', async () => {
    const counts = await running.app.evaluate(({ app }) =>
      ['certificate-error', 'select-client-certificate', 'login'].map(name => app.listenerCount(name)),
    );
    expect(counts).toEqual([1, 1, 1]);
  });

  test('E45: only a confirmed plain web address reaches the system browser, one a second', async () => {
    await running.app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async url => {
        opened.push(url);
      };
    });
    for (const url of hostileExternalUrls) {
      const reply = await call(running.page, 'shell.openExternal', { url });
      expect([url.slice(0, 80), reply?.kind]).toEqual([url.slice(0, 80), 'error']);
    }
    const opened = () => running.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    expect(await opened()).toEqual([]);
    expect((await call(running.page, 'shell.openExternal', { url: 'https://EXAMPLE.com/a b' }))?.kind).toBe('result');
    expect((await call(running.page, 'shell.openExternal', { url: 'https://example.com/2' }))?.error?.code).toBe('refused');
    expect(await opened()).toEqual(['https://example.com/a%20b']);
  });

  test('E46: the menu offers no reload, no address, no developer tools', async () => {
    const items = await running.app.evaluate(({ Menu }) => {
      const walk = (menu: Electron.Menu): string[] =>
        menu.items.flatMap(item => [
          `${item.label}|${item.role ?? ''}|${item.accelerator ?? ''}`,
          ...(item.submenu ? walk(item.submenu) : []),
        ]);
      return walk(Menu.getApplicationMenu()!);
    });
    expect(items.length).toBeGreaterThan(20);
    expect(items.filter(item => /reload|devtools|location|view.?source|F5|CmdOrCtrl\+R\b/i.test(item))).toEqual([]);
  });

  test('menu items send commands to the window', async () => {
    const received = running.page.evaluate(
      () =>
        new Promise<unknown>(done => {
          const bridge = (window as unknown as { crawlscope: { onMessage(l: (m: unknown) => void): () => void } }).crawlscope;
          const off = bridge.onMessage(message => {
            if ((message as { name?: string }).name !== 'command') return;
            off();
            done(message);
          });
        }),
    );
    await running.app.evaluate(({ Menu }) => {
      const find = (menu: Electron.Menu): Electron.MenuItem | undefined => {
        for (const item of menu.items) {
          const found = item.label === 'URLs' ? item : item.submenu && find(item.submenu);
          if (found) return found;
        }
        return undefined;
      };
      find(Menu.getApplicationMenu()!)?.click();
    });
    expect(await received).toEqual({ kind: 'topic', name: 'command', payload: 'view:urls' });
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
    // One call of 9 MiB is over the limit for bytes by itself.
    const big = await call(running.page, 'url.explain', { url: 'x'.repeat(5 * 1024 * 1024) });
    expect(big?.error?.code).toBe('refused');
  });

  test('E75: errors cross as code and sentence, without internals', async () => {
    const bug = await call(running.page, 'url.explain', { url: 'test:bug' });
    expect(bug?.error?.code).toBe('internal');
    expect(JSON.stringify(bug)).not.toMatch(/SELECT|private|\.cjs|at /);
    await expect.poll(() => readLog(running)).toContain('SELECT secret');
  });

  test('E90: the engine starts with a minimal environment, a memory limit and a fixed folder', async () => {
    const self = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as {
      env: Record<string, string>;
      execArgv: string[];
      cwd: string;
    };
    const allowed = ['CRAWLSCOPE_ENGINE_PROTOCOL', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'windir'];
    const node = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_UNIQUE_ID', '__CF_USER_TEXT_ENCODING'];
    expect(Object.keys(self.env).filter(name => !allowed.includes(name) && !node.includes(name))).toEqual([]);
    expect(self.env['CRAWLSCOPE_ENGINE_PROTOCOL']).toBe('1');
    expect(self.execArgv).toEqual(['--max-old-space-size=2048']);
    expect(self.cwd).toBe(join(running.folder, 'profile'));
  });

  test('answers for a page that was reloaded never reach the page that follows', async () => {
    await running.page.evaluate(() =>
      (window as unknown as { crawlscope: { send(m: unknown): void } }).crawlscope.send({
        kind: 'call',
        id: 77,
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
    expect((await call(running.page, 'url.explain', { url: 'test:release' }))?.kind).toBe('result');
    const ids = await running.page.evaluate(() => (window as unknown as { ids: unknown[] }).ids);
    expect(ids).not.toContain(77);
    expect(ids).toHaveLength(1);
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
          timeout: 20_000,
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
    test.setTimeout(60_000);
    const down = running.page.evaluate(
      () =>
        new Promise<boolean>(done => {
          const bridge = (window as unknown as { crawlscope: { onMessage(l: (m: unknown) => void): () => void } }).crawlscope;
          bridge.onMessage(message => (message as { payload?: unknown }).payload === 'engine-down' && done(true));
        }),
    );
    let reply: WireReply | null = null;
    for (let n = 0; n < 7; n += 1)
      reply = await sendRaw(
        running.page,
        { kind: 'call', id: 90_000 + n, name: 'url.explain', input: { url: 'test:exit' } },
        12_000,
      );
    expect(await down).toBe(true);
    expect(reply?.error?.code).toBe('unavailable');
    expect((await call(running.page, 'file.current'))?.value).toBeNull();
  });
});

test('E94: the engine closes the session and is gone after the app quits', async () => {
  const running = await launchApp({ engine: 'fake' });
  const { pid } = (await call(running.page, 'url.explain', { url: 'test:self' }))?.value as { pid: number };
  await running.close();
  await expect
    .poll(() => existsSync(`/proc/${pid}`) && !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8')), { timeout: 5_000 })
    .toBe(false);
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
  expect(Object.keys(self.env).filter(name => /NODE_OPTIONS|PROXY|PLAYWRIGHT|HOME/i.test(name))).toEqual([]);
  expect((await call(running.page, 'url.explain', { url: 'test:exit' }))?.error?.code).toBe('unavailable');
  expect((await call(running.page, 'url.explain', { url: 'test:self' }))?.kind).toBe('result');
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
  expect(pids.pages).toHaveLength(1);
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
