import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAppUrl, isLoadable } from '#main/origin.ts';
import { contentSecurityPolicy, listPage, type PageFile, pageAnswer, permissionsPolicy } from '#main/page-files.ts';
import { canRunEngine, declaredElectronMajor, runtimeNote } from '#main/runtime.ts';
import { boundsOnScreens, readWindowState } from '#main/window-bounds.ts';
import { hostileAppPaths } from '../support/app-paths.ts';
import { tempFolder } from '../support/temp.ts';

describe('E20: what app: serves', () => {
  let folder = '';
  let files: ReadonlyMap<string, PageFile> = new Map();
  beforeAll(() => {
    folder = tempFolder();
    mkdirSync(join(folder, 'page/assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.html'), 'secret');
    writeFileSync(join(folder, 'page/index.html'), 'index');
    writeFileSync(join(folder, 'page/assets/x.js'), 'x');
    writeFileSync(join(folder, 'page/assets/x.js.map'), 'map');
    writeFileSync(join(folder, 'page/.env'), 'env');
    symlinkSync(join(folder, 'secret.html'), join(folder, 'page/link.html'));
    files = listPage(join(folder, 'page'));
  });

  test('the files of the build by their exact path, typed', () => {
    expect([...files.keys()].sort()).toEqual(['/assets/x.js', '/index.html']);
    expect(pageAnswer(files, 'GET', 'app://ui/')).toMatchObject({ status: 200, file: join(folder, 'page/index.html') });
    expect(pageAnswer(files, 'GET', 'app://ui/assets/x.js').headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(pageAnswer(files, 'GET', 'app://ui/assets/x.js?v=1#f').status).toBe(200);
  });
  test('a hundred other paths and hosts give 404', () => {
    expect(new Set(hostileAppPaths).size).toBeGreaterThanOrEqual(100);
    for (const address of hostileAppPaths) expect([address, pageAnswer(files, 'GET', address).status]).toEqual([address, 404]);
  });
  test.each(['POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'get'])('%s is refused', method => {
    expect(pageAnswer(files, method, 'app://ui/index.html')).toMatchObject({ status: 405, file: null });
  });
  test('E22: every answer carries the whole set of headers', () => {
    for (const answer of [
      pageAnswer(files, 'GET', 'app://ui/'),
      pageAnswer(files, 'GET', 'app://ui/none'),
      pageAnswer(files, 'POST', 'app://ui/'),
    ]) {
      expect(answer.headers).toMatchObject({
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': permissionsPolicy,
      });
    }
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(permissionsPolicy.split(', ').filter(part => !part.endsWith('=()'))).toEqual(['clipboard-write=(self)']);
  });
});

describe('origins', () => {
  test.each(['app://ui', 'app://ui/', 'app://ui/index.html?x#y'])('%s is ours', url => expect(isAppUrl(url)).toBe(true));
  test.each([
    'app://ui.evil/',
    'app://evil/ui',
    'app://ui:1/',
    'app://a@ui/',
    'app://a:b@ui/',
    'APP2://ui/',
    'apps://ui/',
    'http://ui/',
    'app:ui',
    'app:/ui/',
    '',
    'null',
    'about:blank',
    'file://ui/',
    'blob:app://ui/1',
  ])('%j is not', url => expect(isAppUrl(url)).toBe(false));
  test('E30: only our pages and blobs load; developer tools only while developing', () => {
    expect(isLoadable('blob:app://ui/1', false)).toBe(true);
    expect(isLoadable('devtools://devtools/x', false)).toBe(false);
    expect(isLoadable('devtools://devtools/x', true)).toBe(true);
    for (const url of [
      'http://127.0.0.1/',
      'https://example.com/',
      'ws://x/',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://x/',
      'chrome://gpu',
      '',
    ]) {
      expect(isLoadable(url, true)).toBe(false);
    }
  });
});

describe('runtime', () => {
  test('the declared major is the one in package.json', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: { electron: string } };
    expect(manifest.devDependencies.electron.split('.')[0]).toBe(String(declaredElectronMajor));
  });
  test('another Electron is named in one sentence', () => {
    expect(runtimeNote(`${declaredElectronMajor}.0.1`)).toBe('');
    expect(runtimeNote('25.1.1')).toMatch(/^Running on Electron 25\.1\.1.*\.$/);
  });
  test.each([
    ['18.15.0', false],
    ['22.18.9', false],
    ['22.19.0', true],
    ['24.21.0', true],
  ] as const)('Node %s runs the engine: %s', (version, can) => {
    expect(canRunEngine(version)).toBe(can);
  });
});

describe('the remembered window', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  test('damaged text is the default', () => {
    for (const text of ['', 'x', '{}', '{"bounds":{"x":0},"maximized":true}', '{"bounds":null,"maximized":1}']) {
      expect(readWindowState(text)).toEqual({ bounds: null, maximized: false });
    }
  });
  test('a window on a screen that is gone is placed anew, a small one grows to the minimum', () => {
    expect(boundsOnScreens({ x: 3_000, y: 0, width: 1280, height: 800 }, screens)).toBeNull();
    expect(boundsOnScreens({ x: 10, y: -500, width: 1280, height: 800 }, screens)).toBeNull();
    expect(boundsOnScreens({ x: 10, y: 20, width: 200, height: 100 }, screens)).toEqual({
      x: 10,
      y: 20,
      width: 960,
      height: 600,
    });
  });
});
