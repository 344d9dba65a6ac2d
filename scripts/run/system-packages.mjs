// What a bare Linux lacks to run Electron, by name of the Debian package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Stop, say } from './bootstrap.mjs';

/** Debian packages `npm test` needs: a virtual screen, Electron's libraries, one family of fonts for stable text. */
const TEST_PACKAGES = [
  'xvfb',
  'fonts-liberation',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libxcomposite1',
  'libxdamage1',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
];
const BY_LIBRARY = [
  [/^libgtk-3|^libgdk-3/, 'libgtk-3-0'],
  [/^lib(nss3|nssutil3|smime3|ssl3)/, 'libnss3'],
  [/^libnspr4|^libplc4|^libplds4/, 'libnspr4'],
  [/^libasound/, 'libasound2'],
  [/^libgbm/, 'libgbm1'],
  [/^libatk-bridge/, 'libatk-bridge2.0-0'],
  [/^libatk-1/, 'libatk1.0-0'],
  [/^libatspi/, 'libatspi2.0-0'],
  [/^libcups/, 'libcups2'],
  [/^libdrm/, 'libdrm2'],
  [/^libpango/, 'libpango-1.0-0'],
  [/^libcairo/, 'libcairo2'],
  [/^libxkbcommon/, 'libxkbcommon0'],
  [/^libXcomposite/, 'libxcomposite1'],
  [/^libXdamage/, 'libxdamage1'],
  [/^libXfixes/, 'libxfixes3'],
  [/^libXrandr/, 'libxrandr2'],
  [/^libXext/, 'libxext6'],
  [/^libX11/, 'libx11-6'],
  [/^libxcb/, 'libxcb1'],
  [/^libglib|^libgio|^libgobject/, 'libglib2.0-0'],
  [/^libdbus-1/, 'libdbus-1-3'],
  [/^libexpat/, 'libexpat1'],
  [/^libudev/, 'libudev1'],
];
const RENAMED = new Set([
  'libgtk-3-0',
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
]);
const MANNERS = ['-y', '--no-install-recommends', '--no-remove', '-o', 'DPkg::Lock::Timeout=300'];

export const isDebian = () =>
  process.platform === 'linux' && existsSync('/etc/debian_version') && existsSync('/usr/bin/dpkg-query');
export const isRoot = () => process.getuid?.() === 0;
// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format language
const STATUS = '-f=${db:Status-Status}';
const isInstalled = name => spawnSync('dpkg-query', ['-W', STATUS, name], { encoding: 'utf8' }).stdout?.trim() === 'installed';

/** The test packages that are missing. Newer Debian and Ubuntu call some of them NAMEt64. */
export const missingTestPackages = () =>
  TEST_PACKAGES.filter(name => !isInstalled(name) && !(RENAMED.has(name) && isInstalled(`${name}t64`)));

/** The command that installs these packages, as root or as an ordinary user types it. */
export const aptCommand = (names, root = isRoot()) =>
  `${root ? '' : 'sudo '}apt-get install -y --no-install-recommends ${names.join(' ')}`;

/** Installs packages with apt-get as root; refreshes apt's lists once if a package is not found. Returns true when all are there. */
export function aptInstall(names) {
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
    0;
  const known = name =>
    /Candidate: (?!\(none\))/.test(spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' }).stdout ?? '');
  const choose = () => names.map(name => (RENAMED.has(name) && !known(name) && known(`${name}t64`) ? `${name}t64` : name));
  const install = () => apt('install', '-q', ...MANNERS, ...choose());
  return install() || (apt('update', '-q', '-o', 'DPkg::Lock::Timeout=300') && install());
}

/** Shared libraries that a binary needs and this machine lacks: `{ libraries, packages }`. Empty elsewhere than on Linux. */
export function missingLibraries(binary) {
  if (process.platform !== 'linux') return { libraries: [], packages: [] };
  const output = spawnSync('ldd', [binary], { encoding: 'utf8' }).stdout ?? '';
  const libraries = [...output.matchAll(/^\s*(\S+) => not found/gm)].map(match => match[1]);
  const packages = libraries.flatMap(library => BY_LIBRARY.find(([pattern]) => pattern.test(library))?.[1] ?? []);
  return { libraries, packages: [...new Set(packages)] };
}

/**
 * Installs the system libraries that this binary lacks, as root on Debian. Elsewhere, and where that fails, it throws a `Stop` that
 * names the libraries, the command that installs them, and `instead`: a sentence about what works without them.
 */
export function ensureLibraries(binary, { instead, debian = isDebian(), root = isRoot() }) {
  let { libraries, packages } = missingLibraries(binary);
  if (libraries.length === 0) return;
  if (debian && root && packages.length > 0) {
    say(`installing system packages for the window: ${packages.join(' ')} …`);
    if (!aptInstall(packages)) say('apt-get failed; its message is above');
    ({ libraries, packages } = missingLibraries(binary));
    if (libraries.length === 0) return;
  }
  const how = debian && packages.length > 0 ? aptCommand(packages, root) : 'use your system’s package manager';
  throw new Stop(
    `the window needs system libraries that are missing: ${libraries.join(', ')}. To install them: ${how}. ${instead}`,
  );
}
