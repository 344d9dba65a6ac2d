import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printInBrowser, requireBrowser } from '#engine/session/browser.ts';
import { fail } from '#shared/rpc/errors.ts';
import { usage } from './exit.ts';

/** Prints a document without script and network as PDF. Rejects with a sentence. `stopped`: aborted when nobody wants it any more; null then. */
export type PrintPdf = (html: string, stopped: AbortSignal) => Promise<Uint8Array | null>;

/** A document that takes longer is stuck. */
const mostMs = 120_000;

export interface PrintOptions {
  /** Knowingly without the sandbox, as root needs it. */
  readonly unsandboxed: boolean;
}

/**
 * What prints here. `CRAWLSCOPE_PRINT` names an Electron, as a command in JSON: the packaged app and the launcher of a checkout set it. Without
 * it, an installed Chromium, Chrome or Edge prints. Call it before work is done. Throws or rejects with one line where nothing can print.
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
    return (html, stopped) => printWith([...command, ...(unsandboxed ? ['--no-sandbox'] : [])], html, stopped);
  const choice = { browser: null, unsandboxed };
  try {
    await requireBrowser(choice);
  } catch {
    return usage(
      'report site: nothing here can print PDF. Install Chromium, Chrome or Edge, start this where there is a display, or write HTML and print it in a browser.',
    );
  }
  return (html, stopped) => printInBrowser(html, choice, stopped);
}

async function printWith(
  [program = '', ...args]: readonly string[],
  html: string,
  stopped: AbortSignal,
): Promise<Uint8Array | null> {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-print-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // The packaged app ends on Ctrl+C without a word to this function.
  process.once('exit', remove);
  try {
    writeFileSync(join(folder, 'report.html'), html);
    const { ELECTRON_RUN_AS_NODE: _asNode, CRAWLSCOPE_PRINT: _command, ...env } = process.env;
    const child = spawn(program, [...args, folder], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said = (said + piece.toString('utf8')).slice(-2_000);
    });
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(kill, mostMs);
    stopped.addEventListener('abort', kill, { once: true });
    if (stopped.aborted) kill();
    const code = await new Promise<number | null>(done => {
      child.once('exit', done);
      child.once('error', () => done(null));
    });
    clearTimeout(timer);
    stopped.removeEventListener('abort', kill);
    if (stopped.aborted) return null;
    const pdf = join(folder, 'report.pdf');
    if (code === 0 && existsSync(pdf)) return readFileSync(pdf);
    return fail(
      'unavailable',
      `Electron could not print the report (${lastLine(said) || `exit code ${code}`}). Write HTML, and print it in a browser.`,
    );
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** What was said last, without Chromium's own log. */
const lastLine = (said: string): string =>
  said
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('['))
    .at(-1) ?? '';
