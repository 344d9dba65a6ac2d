#!/usr/bin/env node
// Replaces fpm on machines that have only Debian's own tools. It accepts the arguments that electron-builder passes
// to fpm for a deb, and builds the package with dpkg-deb. CUSTOM_FPM_PATH names it to electron-builder.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPTS = { 'before-install': 'preinst', 'after-install': 'postinst', 'before-remove': 'prerm', 'after-remove': 'postrm' };
const SWITCHES = new Set(['--force', '--debug']);

/** Splits fpm's arguments into options (the last one counts), repeatable options and FROM=TO mappings. */
function parse(argv) {
  const options = {};
  const repeated = { d: [], 'deb-recommends': [] };
  const mappings = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i];
    if (SWITCHES.has(arg)) continue;
    if (!arg.startsWith('-')) {
      const at = arg.lastIndexOf('=');
      mappings.push({ from: arg.slice(0, at), to: arg.slice(at + 1) });
      continue;
    }
    const key = arg.replace(/^-+/, '');
    const value = argv[++i];
    if (key in repeated) repeated[key].push(value);
    else options[key] = value;
  }
  return { options, repeated, mappings };
}

/**
 * Sets the file modes of a package, independent of the builder's umask: folders and programs 755, the rest 644.
 * Returns the size in bytes.
 */
function normalize(path) {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return 0;
  chmodSync(path, info.isDirectory() || info.mode & 0o100 ? 0o755 : 0o644);
  if (!info.isDirectory()) return info.size;
  return readdirSync(path).reduce((sum, name) => sum + normalize(join(path, name)), 4096);
}

/** The control file; fields after Debian Policy 5.3. */
function control({ options, repeated }, bytes) {
  const [synopsis, ...rest] = String(options['description'] ?? options['name'])
    .split('\n')
    .filter(line => line.trim());
  const fields = {
    Package: options['name'],
    Version: options['version'],
    Architecture: options['architecture'] === 'x86_64' ? 'amd64' : options['architecture'],
    Maintainer: options['maintainer'],
    'Installed-Size': Math.ceil(bytes / 1024),
    Depends: repeated['d'].join(', '),
    Recommends: repeated['deb-recommends'].join(', '),
    Section: options['category'],
    Priority: options['deb-priority'] ?? 'optional',
    Homepage: options['url'],
    Description: [synopsis, ...rest.map(line => ` ${line.trim()}`)].join('\n'),
  };
  return Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

const parsed = parse(process.argv.slice(2));
const { options, mappings } = parsed;
if (options['t'] !== 'deb') throw new Error(`fpm-dpkg builds deb packages only, not ${options['t']}`);
const root = mkdtempSync(join(tmpdir(), 'crawlscope-deb-'));
try {
  for (const { from, to } of mappings) {
    const target = join(root, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    if (statSync(target).isFile()) chmodSync(target, 0o644);
  }
  const bytes = normalize(root);
  mkdirSync(join(root, 'DEBIAN'), { mode: 0o755 });
  writeFileSync(join(root, 'DEBIAN/control'), control(parsed, bytes));
  for (const [option, name] of Object.entries(SCRIPTS)) {
    if (!options[option]) continue;
    writeFileSync(join(root, 'DEBIAN', name), readFileSync(options[option]));
    chmodSync(join(root, 'DEBIAN', name), 0o755);
  }
  const compression = { gz: 'gzip', bzip2: 'bzip2' }[options['deb-compression']] ?? options['deb-compression'] ?? 'xz';
  // Level 1: the only packages made this way are installed once by a test and thrown away.
  const level = compression === 'gzip' ? ['-z1'] : [];
  const { status } = spawnSync(
    'dpkg-deb',
    ['--root-owner-group', `-Z${compression}`, ...level, '--build', root, options['package'] ?? options['p']],
    { stdio: ['ignore', 2, 2] },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
