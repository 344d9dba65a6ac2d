import { expect, test } from '@playwright/test';
import { hostileExternalUrls } from '../support/external-urls.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';

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

  test('E44: certificate, client certificate and login questions are answered with no', async () => {
    const answers = await running.app.evaluate(({ app, webContents }) => {
      const asked: unknown[] = [];
      const event = { preventDefault: () => asked.push('prevented') };
      app.emit(
        'certificate-error',
        event,
        webContents.getAllWebContents()[0],
        'https://example.com/',
        'net::ERR_CERT_INVALID',
        null,
        (trust: boolean) => asked.push(trust),
      );
      return asked;
    });
    expect(answers).toContain('prevented');
    expect(answers).toContain(false);
    expect(answers).not.toContain(true);
    const counts = await running.app.evaluate(({ app }) =>
      ['select-client-certificate', 'login'].map(name => app.listenerCount(name)),
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
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
    // Start listening before the click, because the two reach the app on different channels.
    await running.page.evaluate(() => {
      const page = window as unknown as {
        crawlscope: { onMessage(l: (m: unknown) => void): () => void };
        received: Promise<unknown>;
      };
      page.received = new Promise(done => {
        const off = page.crawlscope.onMessage(message => {
          if ((message as { name?: string }).name !== 'command') return;
          off();
          done(message);
        });
      });
    });
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
    const received = running.page.evaluate(() => (window as unknown as { received: Promise<unknown> }).received);
    expect(await received).toEqual({ kind: 'topic', name: 'command', payload: 'view:urls' });
  });
});
