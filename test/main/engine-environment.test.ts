import { describe, expect, it } from 'vitest';
import { chosenBrowser, defaultBrowser, requireChosenBrowser } from '#engine/session/browser.ts';
import { protocol } from '#shared/rpc/protocol.ts';
import { engineEnvironment, programEnvironment } from '../../electron/main/engine-environment.ts';

const user = {
  PATH: '/usr/bin',
  HOME: '/home/me',
  TMPDIR: '/tmp',
  NODE_OPTIONS: '--require x',
  HTTPS_PROXY: 'http://proxy',
  GITHUB_TOKEN: 'secret',
  DISPLAY: ':7',
  WAYLAND_DISPLAY: 'wayland-1',
  XAUTHORITY: '/run/x',
  XDG_RUNTIME_DIR: '/run/user/1000',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
};
const browser = { program: '/opt/app/crawlscope', app: null, unsandboxed: false };

describe('the environment of what main starts', () => {
  it('has what a process needs, and neither proxies, tokens, NODE_OPTIONS nor the display', () => {
    expect(programEnvironment(user, '/data')).toEqual({
      CRAWLSCOPE_ENGINE_PROTOCOL: String(protocol),
      CRAWLSCOPE_HOME: '/data',
      TMPDIR: '/tmp',
    });
  });

  // The engine shows nothing. It starts the app a second time to render pages, and Electron on Linux opens the user's display though its
  // windows stay hidden: DISPLAY or WAYLAND_DISPLAY name it, XAUTHORITY is the key to the first, XDG_RUNTIME_DIR has the socket of the second.
  it('gives the engine the display for the browser that it starts, and nothing more of the session', () => {
    expect(engineEnvironment(user, browser)).toEqual({
      DISPLAY: ':7',
      WAYLAND_DISPLAY: 'wayland-1',
      XAUTHORITY: '/run/x',
      XDG_RUNTIME_DIR: '/run/user/1000',
      CRAWLSCOPE_APP_BROWSER: JSON.stringify(browser),
      UV_THREADPOOL_SIZE: '32',
    });
    expect(Object.keys(engineEnvironment({}, browser))).toEqual(['CRAWLSCOPE_APP_BROWSER', 'UV_THREADPOOL_SIZE']);
  });

  it('makes the engine start the program that main named', async () => {
    const env = engineEnvironment({}, { program: '/nowhere/crawlscope', app: '/nowhere/app', unsandboxed: true });
    await expect(defaultBrowser(env)()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('/nowhere/crawlscope'),
    });
  });

  it('makes the command line render with the app, unless the user names a browser', async () => {
    const env = engineEnvironment({}, { program: '/nowhere/crawlscope', app: null, unsandboxed: false });
    const app = { code: 'unavailable', message: expect.stringContaining('/nowhere/crawlscope') };
    await expect(chosenBrowser({ browser: null, unsandboxed: true }, env)()).rejects.toMatchObject(app);
    await requireChosenBrowser({ browser: null, unsandboxed: true }, env);
    const named = { code: 'unavailable', message: expect.stringContaining('/other/browser') };
    await expect(chosenBrowser({ browser: '/other/browser', unsandboxed: true }, env)()).rejects.toMatchObject(named);
    await expect(requireChosenBrowser({ browser: '/other/browser', unsandboxed: true }, env)).rejects.toMatchObject(named);
  });

  it.runIf(process.getuid?.() === 0)('refuses the app as root in one line that names the option', async () => {
    const env = engineEnvironment({}, { program: '/nowhere/crawlscope', app: null, unsandboxed: true });
    await expect(requireChosenBrowser({ browser: null, unsandboxed: false }, env)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^[^\n]*--unsandboxed\.$/),
    });
  });
});
