import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printLayout } from '#shared/print-layout.ts';
import { fail } from '#shared/rpc/errors.ts';

/** Prints a document without script and network as PDF. Rejects with a sentence. */
export type PrintPdf = (html: string) => Promise<Uint8Array>;

/** A document that takes longer is stuck. */
const mostMs = 120_000;

/**
 * What prints here; null: nothing. In a checkout the launcher names a command for it, as JSON (`scripts/run/crawlscope.mjs`): an
 * Electron with a hidden window, behind a virtual display where there is none. The packaged app's command line has no window.
 */
export function pdfPrinter(env: NodeJS.ProcessEnv = process.env): PrintPdf | null {
  const command: unknown = JSON.parse(env['CRAWLSCOPE_PRINT'] ?? 'null');
  if (!Array.isArray(command) || !command.every(word => typeof word === 'string')) return null;
  return html => printWith(command, html);
}

async function printWith([program = '', ...args]: readonly string[], html: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-print-'));
  try {
    writeFileSync(join(folder, 'report.html'), html);
    writeFileSync(join(folder, 'layout.json'), JSON.stringify(printLayout));
    const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
    const child = spawn(program, [...args, folder], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said = (said + piece.toString('utf8')).slice(-2_000);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
    const code = await new Promise<number | null>(done => {
      child.once('exit', done);
      child.once('error', () => done(null));
    });
    clearTimeout(timer);
    const pdf = join(folder, 'report.pdf');
    if (code === 0 && existsSync(pdf)) return readFileSync(pdf);
    return fail(
      'unavailable',
      `Electron could not print the report (${lastLine(said) || `exit code ${code}`}). Write HTML, and print it in a browser.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was said last, without Chromium's own log. */
const lastLine = (said: string): string =>
  said
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('['))
    .at(-1) ?? '';
