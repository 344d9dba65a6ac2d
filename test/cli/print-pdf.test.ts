import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { processLives } from '#browser/process-lives.ts';
import { pdfPrinter } from '#cli/print-pdf.ts';
import * as engine from '#engine/session/session.ts';
import { crawlscope } from '../support/child.ts';
import { newSession } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

afterEach(() => vi.unstubAllEnvs());

/** A program in place of Electron: it gets a folder with the document, and leaves a PDF there, or says what failed. */
function printer(code: string): string {
  const script = join(tempFolder(), 'printer.cjs');
  writeFileSync(
    script,
    `const { readFileSync, writeFileSync } = require('node:fs');\nconst folder = process.argv.at(-1);\n${code}`,
  );
  return JSON.stringify([process.execPath, script, '--print-report']);
}
const good = `const said = process.argv.slice(2, -1).join(' ') + ' ' + (process.env.CRAWLSCOPE_PRINT ?? '');
writeFileSync(folder + '/report.pdf', '%PDF ' + said + readFileSync(folder + '/report.html', 'utf8').slice(0, 15));`;

/** A file of a crawl, its report as PDF, and what came of it. */
async function printed(...more: readonly string[]) {
  const session = newSession(['http://127.0.0.1:1/']);
  const { path } = session;
  await session.close();
  const out = join(tempFolder(), 'report.pdf');
  return { out, ended: await runInProcess(['report', 'site', path, '--format', 'pdf', '--out', out, ...more], { engine }) };
}

const never = new AbortController().signal;

test('a report is printed by the program that the app or the launcher names', async () => {
  vi.stubEnv('CRAWLSCOPE_PRINT', printer(good));
  const { out, ended } = await printed('--unsandboxed');
  expect(ended).toMatchObject({ code: 0 });
  expect(readFileSync(out, 'utf8')).toBe('%PDF --print-report --no-sandbox <!DOCTYPE html>');
});

test('the sandbox stays on unless the user gives it up, and root has to', async () => {
  const env = { CRAWLSCOPE_PRINT: printer(good) };
  const print = await pdfPrinter({ unsandboxed: false }, env, false);
  expect(Buffer.from((await print('<p>x', never)) ?? '').toString()).toBe('%PDF --print-report <p>x');
  await expect(pdfPrinter({ unsandboxed: false }, env, true)).rejects.toThrow(/as root Chromium has no sandbox.*--unsandboxed/);
});

test('a program that fails leaves nothing, and its last words are in the message', async () => {
  const folder = tempFolder();
  vi.stubEnv('TMPDIR', folder);
  const print = await pdfPrinter(
    { unsandboxed: true },
    { CRAWLSCOPE_PRINT: printer("console.error('no display'); process.exit(1);") },
  );
  await expect(print('<p>', never)).rejects.toThrow('Electron could not print the report (no display).');
  const gone = await pdfPrinter({ unsandboxed: true }, { CRAWLSCOPE_PRINT: JSON.stringify(['/nonexistent/electron']) });
  await expect(gone('<p>', never)).rejects.toThrow('could not print the report');
  expect(readdirSync(folder).filter(name => name.startsWith('crawlscope-print-'))).toEqual([]);
});

test('without Electron and without a browser, a line says what to do', async () => {
  vi.stubEnv('CRAWLSCOPE_PRINT', undefined);
  for (const name of ['PATH', 'HOME', 'PLAYWRIGHT_BROWSERS_PATH', 'ProgramFiles', 'LOCALAPPDATA']) vi.stubEnv(name, tempFolder());
  const { out, ended } = await printed('--unsandboxed');
  expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/nothing here can print PDF\. Install Chromium/) });
  expect(existsSync(out)).toBe(false);
});

/** Starts to print the report of a crawl. `press`: Ctrl+C. */
function startPrinting(path: string, out: string) {
  let interrupt = (): void => undefined;
  const ended = runInProcess(['report', 'site', path, '--format', 'pdf', '--out', out, '--unsandboxed'], {
    engine,
    interrupt: given => {
      interrupt = given;
    },
  });
  return { ended, press: () => interrupt() };
}

test('Ctrl+C while the document is printed ends the printer, writes nothing and leaves nothing', async () => {
  const folder = tempFolder();
  vi.stubEnv('TMPDIR', folder);
  const pid = join(tempFolder(), 'pid');
  const code = `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => undefined, 1000);`;
  vi.stubEnv('CRAWLSCOPE_PRINT', printer(code));
  const session = newSession(['http://127.0.0.1:1/']);
  await session.close();
  const out = join(tempFolder(), 'report.pdf');
  const { ended, press } = startPrinting(session.path, out);
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '').toBe(true);
  const printing = Number(readFileSync(pid, 'utf8'));
  press();
  expect(await ended).toMatchObject({ code: 3 });
  expect(() => process.kill(printing, 0)).toThrow('ESRCH');
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder).filter(name => name.startsWith('crawlscope-print-'))).toEqual([]);
});

/** The id of a process that told it in a file; the highest number, which no process has, as long as it has not. */
const told = (file: string): number => Number((existsSync(file) && readFileSync(file, 'utf8')) || nobody);
const nobody = 2 ** 31 - 1;

/**
 * A folder with a program in place of an installed Chromium: it answers commands of the protocol until one of a name comes, tells its id in a file, and
 * says no more.
 */
function silentChromium(silentAt: string): { readonly folder: string; readonly toldIn: string } {
  const folder = tempFolder();
  const toldIn = join(folder, 'pid');
  const answers = {
    'Browser.getVersion': { product: 'HeadlessChrome/140.0.0.0' },
    'Target.createTarget': { targetId: 't' },
    'Target.attachToTarget': { sessionId: 's' },
    'Page.getFrameTree': { frameTree: { frame: { id: 'f' } } },
  };
  writeFileSync(
    join(folder, 'chromium'),
    `#!${process.execPath}
const { createReadStream, writeFileSync, writeSync } = require('node:fs');
const answers = ${JSON.stringify(answers)};
const say = message => writeSync(4, JSON.stringify(message) + '\\0');
let text = '';
createReadStream('', { fd: 3 }).on('data', piece => {
  text += piece;
  for (let end = text.indexOf('\\0'); end >= 0; end = text.indexOf('\\0')) {
    const { id, method, sessionId } = JSON.parse(text.slice(0, end));
    text = text.slice(end + 1);
    if (method === '${silentAt}') return void writeFileSync(${JSON.stringify(toldIn)}, String(process.pid));
    say({ id, result: answers[method] ?? {}, sessionId });
    if (method === 'Page.setDocumentContent') say({ method: 'Page.loadEventFired', params: {}, sessionId });
  }
}).on('end', () => undefined);
setInterval(() => undefined, 1_000);
`,
    { mode: 0o755 },
  );
  onTestFinished(() => {
    if (processLives(told(toldIn))) process.kill(told(toldIn), 'SIGKILL');
  });
  return { folder, toldIn };
}

test.skipIf(process.platform === 'win32').each(['Page.printToPDF', 'Browser.getVersion'])(
  'Ctrl+C ends an installed browser that prints, also while it starts (%s)',
  { timeout: 60_000 },
  async silentAt => {
    const { folder, toldIn } = silentChromium(silentAt);
    vi.stubEnv('CRAWLSCOPE_PRINT', undefined);
    vi.stubEnv('PATH', folder);
    vi.stubEnv('TMPDIR', tempFolder());
    const profiles = tmpdir();
    const session = newSession(['http://127.0.0.1:1/']);
    await session.close();
    const out = join(tempFolder(), 'report.pdf');
    const { ended, press } = startPrinting(session.path, out);
    await expect.poll(() => told(toldIn)).toBeLessThan(nobody);
    press();
    expect(await ended).toMatchObject({ code: 3, err: '' });
    expect(processLives(told(toldIn))).toBe(false);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(profiles).filter(name => name.startsWith('crawlscope-browser-'))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the command line ends the installed browser that prints',
  { timeout: 60_000 },
  async signal => {
    const { folder, toldIn } = silentChromium('Page.printToPDF');
    const session = newSession(['http://127.0.0.1:1/']);
    await session.close();
    const out = join(tempFolder(), 'report.pdf');
    vi.stubEnv('CRAWLSCOPE_PRINT', undefined);
    vi.stubEnv('PATH', folder);
    const { child, ended } = crawlscope('report', 'site', session.path, '--format', 'pdf', '--out', out, '--unsandboxed');
    await expect.poll(() => told(toldIn)).toBeLessThan(nobody);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 3 });
    expect(processLives(told(toldIn))).toBe(false);
    expect(existsSync(out)).toBe(false);
  },
);
