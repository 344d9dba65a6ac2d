// The packaging test: node scripts/package/test-package.mjs REPORT.json, as root on Debian, with a display.
// Builds the test-build deb, looks into it, installs it, uses it, removes it (always) and writes `{ passed, failed, checks }`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getCurrentFuseWire } from '@electron/fuses';
import { _electron } from '@playwright/test';
import { node24, ROOT, runMain, Stop, say } from '../run/bootstrap.mjs';
import { mostMs, renderAsUser } from './try-rendering.mjs';

const NAME = 'crawlscope-testbuild';
const HOME = '/opt/Crawlscope (test build)';
const COMMAND = `/usr/bin/${NAME}`;
const FILES = {
  desktop: `/usr/share/applications/${NAME}.desktop`,
  mime: `/usr/share/mime/packages/${NAME}.xml`,
  icon: `/usr/share/icons/hicolor/256x256/apps/${NAME}.png`,
};
const [ON, OFF] = ['1'.charCodeAt(0), '0'.charCodeAt(0)];
const checks = [];

async function check(name, work) {
  try {
    await work();
    checks.push({ name, ok: true });
    process.stdout.write(`  ok    ${name}\n`);
  } catch (error) {
    checks.push({ name, ok: false, message: error.message });
    process.stdout.write(`  FAIL  ${name}\n        ${error.message.split('\n').slice(0, 12).join('\n        ')}\n`);
  }
}

function must(condition, message) {
  if (!condition) throw new Error(message);
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: mostMs, maxBuffer: 1 << 26, ...options });
  return { status: result.status, stdout: result.stdout ?? '', stderr: result.stderr ?? String(result.error ?? '') };
}

function succeed(command, args, options) {
  const result = run(command, args, options);
  must(
    result.status === 0,
    `${command} ${args[0] ?? ''} ended with ${result.status}: ${result.stderr.trim().split('\n').slice(-4).join('\n')}`,
  );
  return result.stdout;
}

// A small environment like that of an installed program, plus the test hook: this Electron may not be able to run the engine.
const environment = () => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'] ?? '/root',
  DISPLAY: process.env['DISPLAY'] ?? '',
  CRAWLSCOPE_ENGINE_NODE: node24(),
});

async function inspectPackage(deb) {
  await check('the deb calls itself a test build', () => {
    const fields = succeed('dpkg-deb', ['-f', deb]);
    must(
      /^Package: crawlscope-testbuild$/m.test(fields) &&
        /^Version: .*testbuild$/m.test(fields) &&
        /^Description: TEST BUILD/m.test(fields),
      fields,
    );
  });
  await check('it holds no source, test, source map or foreign binary', () => {
    const packed = succeed(node24(), [
      join(ROOT, 'node_modules/@electron/asar/bin/asar.js'),
      'list',
      join(ROOT, 'dist/linux-unpacked/resources/app.asar'),
    ]);
    const names = `${packed}\n${listFiles(join(ROOT, 'dist/linux-unpacked'))}`.split('\n');
    const unwanted = names.filter(name => /\.(map|ts|tsx)$|\/(test|src|deps)\/|\.env|node-linux|default_app|fallback/.test(name));
    must(unwanted.length === 0, `unwanted: ${unwanted.slice(0, 5).join(', ')}`);
    const native = [...new Set(names.filter(name => name.endsWith('.node')).map(name => name.split('/').pop()))];
    must(native.length === 1, `native modules: ${native.join(', ')}`);
  });
  await check('the fuses are set: no Node mode, no NODE_OPTIONS, app from asar only, cookies encrypted', async () => {
    const wire = await getCurrentFuseWire(join(ROOT, 'dist/linux-unpacked', NAME));
    // Indices of the fuse wire: 0 RunAsNode, 1 cookie encryption, 2 NODE_OPTIONS, 5 only from asar.
    const wanted = { 0: OFF, 1: ON, 2: OFF, 5: ON };
    for (const [index, value] of Object.entries(wanted))
      must(wire[index] === value, `fuse ${index} is ${String.fromCharCode(wire[index])}`);
  });
}

const listFiles = folder =>
  readdirSync(folder, { recursive: true })
    .map(name => `/${name}`)
    .join('\n');

async function tryCommandLine() {
  const options = { env: { ...environment(), DISPLAY: '' } };
  await check('the command line answers --version without a display', () => {
    const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
    const result = run(COMMAND, ['--version'], options);
    must(result.status === 0 && result.stdout.includes(version), `exit ${result.status}: ${result.stdout}${result.stderr}`);
  });
  await check('a wrong command ends with 2 and keeps stdout clean', () => {
    const result = run(COMMAND, ['no-such-command', 'http://a.example/', '--user-agent', 'x'], options);
    must(result.status === 2 && result.stdout === '', `exit ${result.status}, stdout ${JSON.stringify(result.stdout)}`);
  });
  await check('robots batch reads its standard input and answers a line', () => {
    const input = `${JSON.stringify({ id: 1, robots_txt: 'User-agent: *\nDisallow: /a', agent: 'x', url: 'http://h.example/a', dialect: 'rfc9309' })}\n`;
    const result = run(COMMAND, ['robots', 'batch'], { ...options, input });
    must(
      result.status === 0 && JSON.parse(result.stdout).allowed === false,
      `exit ${result.status}: ${result.stdout}${result.stderr}`,
    );
  });
}

/**
 * E59: code beside the archive never runs, with the archive there or without it, whatever the environment says. That the archive itself is whole,
 * Electron checks on macOS and Windows only.
 */
async function tryPlanted(folder) {
  const resources = `${HOME}/resources`;
  const marker = join(folder, 'planted-code-ran');
  const code = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, 'ran\n'); process.exit(0);`;
  const script = join(folder, 'planted.cjs');
  writeFileSync(script, code);
  const hostile = { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1', NODE_OPTIONS: `--require ${script}` };
  const start = env => run(COMMAND, ['--version'], { env: { ...environment(), DISPLAY: '', ...env }, timeout: 30_000 });
  const planted = ['app', 'default_app', 'default_app.asar'].map(name => join(resources, name));
  const archive = join(resources, 'app.asar');
  await check('code planted beside the archive does not run, nor does that of the environment', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    try {
      for (const path of planted) {
        mkdirSync(path);
        writeFileSync(join(path, 'package.json'), JSON.stringify({ name: 'planted', version: '0.0.0', main: 'index.js' }));
        writeFileSync(join(path, 'index.js'), code);
      }
      for (const env of [{}, hostile]) {
        const { status, stdout, stderr } = start(env);
        must(status === 0 && stdout.includes(version), `exit ${status}: ${stdout}${stderr}`);
      }
      must(!existsSync(marker), 'planted code ran beside the archive');
      renameSync(archive, `${archive}.away`);
      for (const env of [{}, hostile]) {
        const { status, stdout } = start(env);
        must(status !== 0 && !stdout.includes(version), `started without its archive: exit ${status}: ${stdout}`);
      }
      must(!existsSync(marker), 'planted code ran in place of the archive');
    } finally {
      if (existsSync(`${archive}.away`)) renameSync(`${archive}.away`, archive);
      for (const path of planted) rmSync(path, { recursive: true, force: true });
    }
    must(start({}).status === 0, 'the app does not start again with its archive');
  });
}

/** The app starts a second time for that, in a hidden window. As root that needs `--unsandboxed`. */
async function tryPdf(folder) {
  await check('the command line prints a report as PDF', () => {
    const [crawl, pdf] = [join(folder, 'one.crawl'), join(folder, 'one.pdf')];
    run(COMMAND, ['crawl', 'http://127.0.0.1:9/', '--out', crawl, '--max-time', '1s'], { env: environment() });
    const print = ['report', 'site', crawl, '--format', 'pdf', '--out', pdf];
    const refused = run(COMMAND, print, { env: environment() });
    must(refused.status === 2 && /--unsandboxed/.test(refused.stderr), `as root: exit ${refused.status}: ${refused.stderr}`);
    succeed(COMMAND, [...print, '--unsandboxed'], { env: environment() });
    must(readFileSync(pdf, 'latin1').startsWith('%PDF-'), 'what was written is no PDF');
  });
}

async function tryRendering(folder) {
  await check('the command line renders a page as an ordinary user, in a sandbox', () =>
    renderAsUser(COMMAND, `${HOME}/${NAME}`),
  );
  await check('as root it refuses to render in one line', () => {
    const words = ['crawl', 'http://127.0.0.1:9/', '--render', 'all', '--out', join(folder, 'root.crawl')];
    const { status, stdout, stderr } = run(COMMAND, words, { env: environment() });
    must(status === 3 && stdout === '' && /^crawlscope: .*--unsandboxed\.\n$/.test(stderr), `exit ${status}: ${stdout}${stderr}`);
    must(!existsSync(join(folder, 'root.crawl')), 'a file was written');
  });
}

/** Without a graphics card the process for graphics fails in some starts, and the page waits for it. */
const switches = process.platform === 'linux' && !existsSync('/dev/dri') ? ['--disable-gpu'] : [];

/**
 * Starts the app and waits until its page is ready. In about one of thirty starts, Playwright attaches while the window changes from its empty
 * page to ours, and leaves the new page waiting for a debugger (see test/e2e/fixture.ts). The app then ends that page's process, which Playwright
 * calls a crash. Only in this case the app is started again.
 */
async function startReady(profile) {
  for (let start = 1; ; start++) {
    const app = await _electron.launch({
      executablePath: `${HOME}/${NAME}`,
      args: ['--no-sandbox', ...switches, `--user-data-dir=${profile}`],
      env: environment(),
      timeout: mostMs,
    });
    try {
      const page = await app.firstWindow();
      await page.getByTestId('app-ready').waitFor({ timeout: mostMs });
      return { app, page };
    } catch (error) {
      const log = join(profile, 'logs', 'crawlscope.log');
      const wasStuck = existsSync(log) && readFileSync(log, 'utf8').includes('the page did not get ready');
      await app.close();
      if (start === 4 || !wasStuck || !/crashed/.test(String(error))) throw error;
    }
  }
}

async function openWindow(profile) {
  await check('the window opens, is ready and titled Crawlscope', async () => {
    const { app, page } = await startReady(profile);
    try {
      const title = await page.title();
      must(title.startsWith('Crawlscope'), `title is ${title}`);
      must(await app.evaluate(({ app: electron }) => electron.isPackaged), 'the app does not know it is packaged');
    } finally {
      await app.close();
    }
  });
}

async function tryInstalled() {
  await check('menu entry, icon and file type are registered', () => {
    for (const path of Object.values(FILES)) must(existsSync(path), `${path} is missing`);
    must(
      /application\/x-crawlscope-crawl/.test(readFileSync(FILES.desktop, 'utf8')),
      'the menu entry does not name the file type',
    );
    must(/\*\.crawl/.test(readFileSync(FILES.mime, 'utf8')), 'the file type has no *.crawl pattern');
  });
  await tryCommandLine();
  const profile = mkdtempSync(join(tmpdir(), 'crawlscope-package-'));
  try {
    await tryPlanted(profile);
    await tryPdf(profile);
    await tryRendering(profile);
    await openWindow(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

const remove = () => run('dpkg', ['--purge', NAME]);

await runMain(async () => {
  const report = process.argv[2];
  if (!report) throw new Stop('usage: node scripts/package/test-package.mjs REPORT.json');
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/dpkg'))
    throw new Stop('the packaging test needs root on Debian');
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      remove();
      process.exit(130);
    });
  }
  let deb;
  await check('the test build is packaged', () => {
    succeed(node24(), [join(ROOT, 'scripts/package/package.mjs'), '--test-build'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: mostMs,
    });
    const name = readdirSync(join(ROOT, 'dist')).find(file => file.endsWith('.deb'));
    must(name, 'there is no deb in dist/');
    deb = resolve(ROOT, 'dist', name);
  });
  if (deb) {
    await inspectPackage(deb);
    try {
      let installed = false;
      await check('apt installs it', () => {
        const options = ['-q', '-y', '--no-install-recommends', '--no-remove', '-o', 'DPkg::Lock::Timeout=300'];
        succeed('apt-get', ['install', ...options, deb], {
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
          timeout: mostMs,
        });
        must(existsSync(COMMAND), `${COMMAND} is missing`);
        installed = true;
      });
      if (installed) await tryInstalled();
    } finally {
      await check('removing it leaves nothing behind', () => {
        remove();
        for (const path of [HOME, COMMAND, ...Object.values(FILES)]) must(!existsSync(path), `${path} is left`);
      });
      rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
    }
  }
  const failed = checks.filter(entry => !entry.ok).length;
  writeFileSync(report, JSON.stringify({ passed: checks.length - failed, failed, checks }, undefined, 2));
  if (failed > 0) say(`${failed} packaging checks failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
