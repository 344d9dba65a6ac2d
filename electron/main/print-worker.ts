import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, session } from 'electron';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { printPdf } from './print-window.ts';
import { hardenProcess, lockDown, lockDownDefaultSession } from './security.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Runs this process as a printer: FOLDER/report.html becomes FOLDER/report.pdf, in the hidden window that also prints for the app's own window.
 * Ends with 0, or with 1 and a line on standard error. Call before `ready`.
 */
export function runPrintWorker(folder: string): void {
  app.setPath('userData', join(folder, 'profile'));
  app.disableHardwareAcceleration();
  hardenProcess();
  registerAppScheme();
  lockDown(() => false);
  app.on('window-all-closed', () => undefined);
  app.dock?.hide();
  const print = async (): Promise<void> => {
    await app.whenReady();
    lockDownDefaultSession(() => false);
    serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    const html = await readFile(join(folder, 'report.html'), 'utf8');
    await writeWhole(join(folder, 'report.pdf'), await printPdf(html, new AbortController().signal));
  };
  print().then(
    () => app.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      app.exit(1);
    },
  );
}
