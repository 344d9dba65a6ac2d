import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { hostileAppPaths } from '../support/app-paths.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { refusals } from './probe.ts';

/** The assertions of the security checklist that only the started app can prove. The engine is a fake. */

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

  test('E01 E13: one window; the preferences Electron tells are as written', async () => {
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
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
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
    const page = readFileSync('out/renderer/index.html', 'utf8');
    const answers = await running.page.evaluate(
      addresses =>
        Promise.all(
          addresses.map(address =>
            fetch(address).then(
              async answer => ({ status: answer.status, text: await answer.text() }),
              () => null,
            ),
          ),
        ),
      [...hostileAppPaths],
    );
    // Chromium may normalise an address before it requests it (`%2e` is `.`), so the start page itself is an acceptable response.
    const bad = answers.flatMap((answer, index) =>
      answer === null || answer.status === 404 || answer.text === page ? [] : [hostileAppPaths[index]],
    );
    expect(bad).toEqual([]);
    expect(answers.filter(answer => answer?.status === 200).length).toBeLessThan(10);
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
      // Code the test driver runs directly is exempt from the page's policy; what a timer runs is not.
      await new Promise(done => setTimeout(done, 0));
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

  test('E40: about:blank, which no event can prevent, is left at once', async () => {
    await running.page.evaluate(() => {
      setTimeout(() => location.assign('about:blank'), 0);
    });
    await running.page.waitForEvent('framenavigated', frame => frame.url() === 'app://ui/index.html');
    expect((await call(running.page, 'file.current'))?.kind).toBe('result');
  });
});
