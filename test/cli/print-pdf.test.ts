import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { pdfPrinter } from '#cli/print-pdf.ts';
import * as engine from '#engine/session/session.ts';
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

test('Ctrl+C while the document is printed ends the printer, writes nothing and leaves nothing', async () => {
  const folder = tempFolder();
  vi.stubEnv('TMPDIR', folder);
  const pid = join(tempFolder(), 'pid');
  const code = `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => undefined, 1000);`;
  vi.stubEnv('CRAWLSCOPE_PRINT', printer(code));
  const session = newSession(['http://127.0.0.1:1/']);
  await session.close();
  const out = join(tempFolder(), 'report.pdf');
  let press = (): void => undefined;
  const ended = runInProcess(['report', 'site', session.path, '--format', 'pdf', '--out', out, '--unsandboxed'], {
    engine,
    interrupt: given => {
      press = given;
    },
  });
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '').toBe(true);
  const printing = Number(readFileSync(pid, 'utf8'));
  press();
  expect(await ended).toMatchObject({ code: 3 });
  expect(() => process.kill(printing, 0)).toThrow('ESRCH');
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder).filter(name => name.startsWith('crawlscope-print-'))).toEqual([]);
});
