import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { pdfPrinter } from '#cli/print-pdf.ts';
import * as engine from '#engine/session/session.ts';
import { newSession } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

afterEach(() => vi.unstubAllEnvs());

/** A program in place of Electron: it gets a folder with the document and the layout, and leaves a PDF there, or says what failed. */
function printer(code: string): string {
  const script = join(tempFolder(), 'printer.cjs');
  writeFileSync(script, `const { readFileSync, writeFileSync } = require('node:fs');\nconst folder = process.argv[2];\n${code}`);
  return JSON.stringify([process.execPath, script]);
}
const good = printerCode('report.pdf');
function printerCode(name: string): string {
  return `const { margins } = JSON.parse(readFileSync(folder + '/layout.json', 'utf8'));
writeFileSync(folder + '/${name}', '%PDF ' + margins.top + ' ' + readFileSync(folder + '/report.html', 'utf8').slice(0, 15));`;
}

test('a report is printed by the program that the launcher names', async () => {
  const session = newSession(['http://127.0.0.1:1/']);
  vi.stubEnv('CRAWLSCOPE_PRINT', printer(good));
  const out = join(tempFolder(), 'report.pdf');
  const { path } = session;
  await session.close();
  expect(await runInProcess(['report', 'site', path, '--format', 'pdf', '--out', out], { engine })).toMatchObject({ code: 0 });
  expect(readFileSync(out, 'utf8')).toBe('%PDF 0.8 <!DOCTYPE html>');
});

test('a program that fails leaves nothing, and its last words are in the message', async () => {
  const print = pdfPrinter({ CRAWLSCOPE_PRINT: printer("console.error('no display'); process.exit(1);") });
  await expect(print?.('<p>')).rejects.toThrow('Electron could not print the report (no display).');
  const gone = pdfPrinter({ CRAWLSCOPE_PRINT: JSON.stringify(['/nonexistent/electron']) });
  await expect(gone?.('<p>')).rejects.toThrow('could not print the report');
});

test('without one, a line says what to do', async () => {
  vi.stubEnv('CRAWLSCOPE_PRINT', undefined);
  const { path } = newSession(['http://127.0.0.1:1/']);
  const out = join(tempFolder(), 'report.pdf');
  const ended = await runInProcess(['report', 'site', path, '--format', 'pdf', '--out', out], { engine });
  expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/cannot print PDF\. Use the Crawlscope app/) });
  expect(existsSync(out)).toBe(false);
});
