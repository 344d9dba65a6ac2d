import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printInBrowser, requireBrowser } from '#engine/session/browser.ts';
import { fail } from '#shared/rpc/errors.ts';
import { usage } from './exit.ts';

/** Prints a document without script and network as PDF. Rejects with a sentence. */
export type PrintPdf = (html: string) => Promise<Uint8Array>;

/** A document that takes longer is stuck. */
const mostMs = 120_000;

export interface PrintOptions {
  /** Knowingly without the sandbox, as root needs it. */
  readonly unsandboxed: boolean;
}

/**
 * What prints here: the Electron that `CRAWLSCOPE_PRINT` names (a command as JSON, set by the packaged app and by the launcher of a checkout),
 * else an installed Chromium, Chrome or Edge. Call it before work is done. Throws or rejects with one line where nothing can print.
 */
export async function pdfPrinter(
  { unsandboxed }: PrintOptions,
  env: NodeJS.ProcessEnv = process.env,
  isRoot: boolean = process.getuid?.() === 0,
): Promise<PrintPdf> {
  if (isRoot && !unsandboxed)
    return usage(
      'report site: as root Chromium has no sandbox, and PDF is printed by it. Run as an ordinary user, or accept that with --unsandboxed: it only reads the report itself.',
    );
  const command: unknown = JSON.parse(env['CRAWLSCOPE_PRINT'] ?? 'null');
  if (Array.isArray(command) && command.every(word => typeof word === 'string'))
    return html => printWith([...command, ...(unsandboxed ? ['--no-sandbox'] : [])], html);
  const choice = { browser: null, unsandboxed };
  try {
    await requireBrowser(choice);
  } catch {
    return usage(
      'report site: nothing here can print PDF. Install Chromium, Chrome or Edge, start this where there is a display, or write HTML and print it in a browser.',
    );
  }
  return html => printInBrowser(html, choice);
}

async function printWith([program = '', ...args]: readonly string[], html: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-print-'));
  try {
    writeFileSync(join(folder, 'report.html'), html);
    const { ELECTRON_RUN_AS_NODE: _asNode, CRAWLSCOPE_PRINT: _command, ...env } = process.env;
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What was said last, without Chromium's own log. */
const lastLine = (said: string): string =>
  said
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('['))
    .at(-1) ?? '';
