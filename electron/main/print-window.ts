import { BrowserWindow } from 'electron';
import { printLayout } from '#shared/print-layout.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { offerDocument } from './app-protocol.ts';
import { isAppUrl } from './origin.ts';

/** A document that takes longer to load is stuck (see `loadMs` in window.ts). */
const loadMs = 60_000;

/**
 * Prints a document on A4 as PDF, in a hidden window that runs no script, has no preload and loads nothing but the document. `signal` ends
 * it. Rejects with an RpcError if the document cannot be loaded or printed.
 */
export async function printPdf(html: string, signal: AbortSignal): Promise<Uint8Array> {
  const { url, withdraw } = offerDocument(html);
  const window = new BrowserWindow({
    show: false,
    width: 1024,
    height: 768,
    webPreferences: {
      javascript: false,
      images: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      webviewTag: false,
      webgl: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      enableWebSQL: false,
      devTools: false,
    },
  });
  const end = (): void => window.destroy();
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, loadMs);
  try {
    await window.loadURL(url);
    clearTimeout(timer);
    if (!isAppUrl(window.webContents.getURL())) throw new RpcError('internal', 'The report could not be loaded for printing.');
    return await window.webContents.printToPDF(printLayout);
  } catch (error) {
    if (error instanceof RpcError || signal.aborted) throw error;
    throw new RpcError('unavailable', 'The report could not be printed. Save it as HTML, and print it in a browser.');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    withdraw();
    if (!window.isDestroyed()) window.destroy();
  }
}
