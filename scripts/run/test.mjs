// npm test [-- --unit | --e2e | --no-package] [NAME…]: everything that can be checked on this machine, counted.
// NAME, with --unit or --e2e: only the test files whose paths contain it.
// The last line is `N passed, N failed` or `N passed, N failed, N skipped`; exit code 1 when something failed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binFile, CACHE, ensureInstalled, node24, npm, ROOT, runMain, Stop, say } from './bootstrap.mjs';
import { obtainElectron } from './electron-path.mjs';
import { runPlaywright } from './playwright.mjs';
import { leftIn, runFolder } from './run-folder.mjs';
import { aptCommand, aptInstall, isDebian, isRoot, missingTestPackages } from './system-packages.mjs';
import { ofPlaywright, ofVitest } from './test-reports.mjs';
import { changedFiles, differences } from './tracked-files.mjs';
import { runWithDisplay } from './with-display.mjs';

const FLAGS = ['--unit', '--e2e', '--no-package'];
const UNIT_REPORT = join(CACHE, 'unit-results.json');
const E2E_REPORT = join(CACHE, 'e2e-results.json');
const PACKAGE_REPORT = join(CACHE, 'package-results.json');

/** One stage's outcome: counts, a remark where the counts alone would mislead, and the names of the tests that failed. */
const outcome = (passed, failed, skipped = 0, remark = '', failures = []) => ({ passed, failed, skipped, remark, failures });

/**
 * A stage with an error exit code is a failure even if its report counts none: a file may not load, or it may crash
 * after the last test.
 */
const honest = (result, status) =>
  status !== 0 && result.failed === 0
    ? { ...result, failed: 1, remark: `ended with exit code ${status} though no test failed` }
    : result;

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // the stage ended before it wrote one
  }
}

/** What a test runner's report says, if it wrote one. */
function reported(path, status, read) {
  const report = readReport(path);
  return report ? honest({ ...outcome(0, 0), ...read(report) }, status) : outcome(0, 1, 0, `no report, exit code ${status}`);
}

const script = name => {
  const status = npm(['run', '--silent', name], { stdio: ['ignore', 1, 2] });
  return status === 0 ? outcome(1, 0) : outcome(0, 1, 0, `exit code ${status}`);
};

async function unit(names) {
  // Tests of rendering use an installed Chromium, else this.
  await obtainElectron();
  rmSync(UNIT_REPORT, { force: true });
  const args = [binFile('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`, ...names];
  const { status } = spawnSync(node24(), args, { cwd: ROOT, stdio: ['ignore', 1, 2] });
  return reported(UNIT_REPORT, status ?? 1, report => ofVitest(report, ROOT));
}

async function e2e(names) {
  rmSync(E2E_REPORT, { force: true });
  return reported(E2E_REPORT, await runPlaywright(names), ofPlaywright);
}

async function packaging() {
  if (!isDebian() || !isRoot()) return outcome(0, 0, 1, 'installs a package: needs root on Debian');
  rmSync(PACKAGE_REPORT, { force: true });
  const status = await runWithDisplay(node24(), [join(ROOT, 'scripts/package/test-package.mjs'), PACKAGE_REPORT], { cwd: ROOT });
  return reported(PACKAGE_REPORT, status, ({ passed, failed, checks }) => ({
    ...{ passed, failed },
    failures: checks.filter(({ ok }) => !ok).map(({ name }) => name),
  }));
}

/**
 * The tests write no file that belongs to the repository: what was changed before them is what is changed after them. They leave
 * nothing in the temporary folder.
 */
function tidy(before, folder) {
  // What compilers and packagers keep there goes with the folder.
  const left = leftIn(folder).filter(name => /^(crawlscope|e2e|unit)-/.test(name));
  if (left.length > 0) return outcome(0, 1, 0, `left behind in the temporary folder: ${left.join('; ')}`);
  const after = changedFiles(ROOT);
  if (before === null || after === null) return outcome(0, 0, 1, 'not a git checkout');
  const written = differences(before, after);
  return written.length === 0 ? outcome(1, 0) : outcome(0, 1, 0, `changed while the tests ran: ${written.join(', ')}`);
}

function ensureSystemPackages() {
  if (process.platform !== 'linux' || !isDebian()) return;
  const missing = missingTestPackages();
  if (missing.length === 0) return;
  if (!isRoot()) throw new Stop(`the tests need system packages that are missing; install them with: ${aptCommand(missing)}`);
  say(`installing system packages: ${missing.join(' ')} …`);
  if (!aptInstall(missing)) throw new Stop(`apt-get could not install ${missing.join(' ')}; its message is above`);
}

async function main() {
  const args = process.argv.slice(2);
  const unknown = args.filter(arg => arg.startsWith('-') && !FLAGS.includes(arg));
  const names = args.filter(arg => !arg.startsWith('-'));
  if (unknown.length > 0) throw new Stop(`unknown option ${unknown.join(' ')}; known: ${FLAGS.join(' ')}`);
  const only = args.includes('--unit') || args.includes('--e2e');
  if (names.length > 0 && args.includes('--unit') === args.includes('--e2e'))
    throw new Stop(`${names.join(' ')}: say which tests these are, with --unit or with --e2e`);
  const wants = name => !only || args.includes(`--${name}`);
  mkdirSync(CACHE, { recursive: true });
  ensureInstalled();
  ensureSystemPackages();
  const folder = runFolder();
  const before = changedFiles(ROOT);
  const stages = [
    ...(only ? [] : ['typecheck', 'lint', 'arch'].map(name => [name, () => script(name)])),
    ['build', () => script('build')],
    ...(wants('unit') ? [['unit', () => unit(names)]] : []),
    ...(wants('e2e') ? [['e2e', () => e2e(names)]] : []),
    ...(only || args.includes('--no-package') ? [] : [['package', packaging]]),
    ['tidy', () => tidy(before, folder)],
  ];
  const results = [];
  for (const [name, run] of stages) {
    process.stdout.write(`\n== ${name}\n`);
    const begun = Date.now();
    let result;
    try {
      result = await run();
    } catch (error) {
      result = outcome(0, 1, 0, error instanceof Stop ? error.message : String(error.stack));
    }
    results.push({ name, seconds: (Date.now() - begun) / 1000, ...result });
  }
  summarize(results);
}

const line = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Most names of failed tests that the summary shows for one stage. */
const MOST_NAMES = 50;

function summarize(results) {
  process.stdout.write('\n');
  for (const { name, failures } of results) {
    for (const failure of failures.slice(0, MOST_NAMES)) process.stdout.write(`failed in ${name}: ${failure}\n`);
    if (failures.length > MOST_NAMES) process.stdout.write(`failed in ${name}: ${failures.length - MOST_NAMES} more\n`);
  }
  for (const result of results) {
    const remark = result.remark ? `  (${result.remark})` : '';
    process.stdout.write(`${result.name.padEnd(10)}${`${result.seconds.toFixed(1)} s`.padStart(8)}  ${line(result)}${remark}\n`);
  }
  const sum = key => results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  process.exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`${line(total)}\n`);
}

await runMain(main);
