import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumStarter } from '#browser/chromium.ts';
import { findBrowser, NoBrowser, type Surroundings } from '#browser/find-browser.ts';
import { newProfileFolder, removeProfile, socketFolderOf, sweepProfiles } from '#browser/profile-folder.ts';
import { tempFolder } from '#test/support/temp.ts';

const on = (platform: NodeJS.Platform, programs: readonly string[], env: NodeJS.ProcessEnv = {}): Surroundings => ({
  platform,
  env: { PATH: '/usr/bin:relative', HOME: '/home/u', ...env },
  isProgram: path => programs.includes(path.replaceAll('\\', '/')),
  names: folder =>
    folder.replaceAll('\\', '/') === '/home/u/.cache/ms-playwright' ? ['chromium-9', 'chromium-1200', 'firefox-1'] : [],
});

test.skipIf(process.platform === 'win32')('a browser by its kind, by its path, or the first that is installed', () => {
  expect(findBrowser(null, on('linux', ['/usr/bin/chromium', '/usr/bin/google-chrome']))).toBe('/usr/bin/chromium');
  expect(findBrowser('chrome', on('linux', ['/usr/bin/chromium', '/usr/bin/google-chrome']))).toBe('/usr/bin/google-chrome');
  expect(findBrowser('/opt/b', on('linux', ['/opt/b']))).toBe('/opt/b');
  const mac = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
  expect(findBrowser('msedge', on('darwin', [mac]))).toBe(mac);
  const playwright = ['9', '1200'].map(n => `/home/u/.cache/ms-playwright/chromium-${n}/chrome-linux/chrome`);
  expect(findBrowser('chromium', on('linux', playwright))).toBe(playwright[1]);
});

test('without a browser one line says what to install', () => {
  const message = (wanted: string | null): string => {
    try {
      return findBrowser(wanted, on('linux', []));
    } catch (error) {
      expect(error).toBeInstanceOf(NoBrowser);
      return (error as Error).message;
    }
  };
  expect(message(null)).toBe(
    'No browser to render with was found. Install Chromium (Debian: apt install chromium), or name one with --browser PATH.',
  );
  expect(message('chrome')).toBe('The browser "chrome" was not found. Install Google Chrome, or give its path.');
  expect(message('/no/such')).toBe('/no/such is not a browser program. Give chrome, msedge, chromium or the path of one.');
});

test.skipIf(process.getuid?.() !== 0)('as root a browser without sandbox is refused in one line', () => {
  expect(() => chromiumStarter({ browser: process.execPath, unsandboxed: false })).toThrow(
    /^As root the browser has no sandbox .* --unsandboxed\.$/,
  );
});

test('a program that is no browser is refused, and leaves nothing', async () => {
  const start = chromiumStarter({ browser: process.execPath, unsandboxed: true });
  await expect(start()).rejects.toThrow(/did not start/);
});

test('the profile of a process that died is deleted at the next start, that of a living one is not', () => {
  const folder = tempFolder();
  const dead = join(folder, 'crawlscope-browser-999999999-abcdef');
  mkdirSync(dead);
  mkdirSync(join(folder, 'other'));
  const own = newProfileFolder(folder);
  expect(existsSync(dead)).toBe(false);
  sweepProfiles(folder);
  expect(readdirSync(folder)).toHaveLength(2);
  removeProfile(own);
  expect(readdirSync(folder)).toEqual(['other']);
});

test.skipIf(process.getuid?.() !== 0)('a profile of ours goes when its browser ran as another user; a forged one stays', () => {
  const folder = tempFolder();
  const own = newProfileFolder(folder);
  chownSync(own, 65_534, 65_534);
  const forged = join(folder, 'crawlscope-browser-999999999-forged');
  mkdirSync(forged);
  chownSync(forged, 65_534, 65_534);
  sweepProfiles(folder);
  removeProfile(own);
  expect(readdirSync(folder)).toEqual(['crawlscope-browser-999999999-forged']);
});

test.skipIf(process.platform === 'win32')('a browser killed while it ends leaves no folder of its socket either', () => {
  const profile = join(tempFolder(), `crawlscope-browser-${process.pid}-x`);
  const sockets = mkdtempSync(join(tmpdir(), 'org.chromium.Chromium.'));
  mkdirSync(profile);
  symlinkSync(join(sockets, 'SingletonSocket'), join(profile, 'SingletonSocket'));
  const said = socketFolderOf(profile);
  // Its first steps when it ends: the link goes, then it is killed.
  rmSync(join(profile, 'SingletonSocket'));
  removeProfile(profile, said);
  expect([existsSync(sockets), existsSync(profile)]).toEqual([false, false]);
});

test.skipIf(process.platform === 'win32')(
  'a forged profile deletes nothing but the socket of a browser in the temporary folder',
  () => {
    const folder = tempFolder();
    const profile = (name: string, socketFolder: string): string => {
      const dead = join(folder, `crawlscope-browser-999999999-${name}`);
      mkdirSync(dead);
      symlinkSync(join(socketFolder, 'SingletonSocket'), join(dead, 'SingletonSocket'));
      return dead;
    };
    const elsewhere = join(folder, 'home', 'org.chromium.Work');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, 'SingletonCookie'), 'x');
    const beside = mkdtempSync(join(tmpdir(), 'org.chromium.Chromium.'));
    writeFileSync(join(beside, 'SingletonSocket'), 'x');
    writeFileSync(join(beside, 'report.txt'), 'x');
    const real = mkdtempSync(join(tmpdir(), 'org.chromium.Chromium.'));
    writeFileSync(join(real, 'SingletonSocket'), 'x');
    const dead = [profile('a', elsewhere), profile('b', beside), profile('c', real)];
    const linked = join(folder, 'crawlscope-browser-999999999-linked');
    symlinkSync(join(folder, 'home'), linked);

    sweepProfiles(folder);
    expect(readdirSync(elsewhere)).toEqual(['SingletonCookie']);
    expect(readdirSync(beside)).toEqual(['report.txt']);
    expect(existsSync(real)).toBe(false);
    expect(dead.filter(one => existsSync(one))).toEqual([]);
    expect(readdirSync(folder)).toContain('crawlscope-browser-999999999-linked');
    rmSync(beside, { recursive: true });
  },
);
