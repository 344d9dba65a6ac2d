import { useSyncExternalStore } from 'react';
import type { ExportWish } from '#shared/export-list.ts';
import type { ExportProgress } from '#shared/model/export.ts';
import type { ExportStarted } from '#shared/model/shell.ts';
import type { SitemapWish } from '#shared/model/sitemap-make.ts';
import { toast } from '../ui/toast.ts';
import { client } from './client.ts';
import { messageOf } from './hooks.ts';

/** The export that runs. */
export interface RunningExport extends ExportStarted {
  readonly progress: ExportProgress;
}

const pollMs = 250;
const begun: ExportProgress = { state: 'running', rows: 0, share: 0, etaMs: null, written: '', problem: '' };

let running: RunningExport | null = null;
const listeners = new Set<() => void>();

function set(next: RunningExport | null): void {
  running = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a dialog for the path of the list, and starts writing. Resolves to false if the user cancelled the dialog.
 * Rejects if it cannot start.
 */
export const startExport = (wish: ExportWish): Promise<boolean> => start(() => client.call('export.save', wish));

/** The same for a copy of the crawl file that any SQLite client reads. */
export const startUnpacking = (): Promise<boolean> => start(() => client.call('export.unpack', {}));

/** The same for the requests of the URLs that a filter finds, as HAR; '' for all. */
export const startHar = (filter: string): Promise<boolean> => start(() => client.call('export.har', { filter }));

/** The same for the link graph as GraphML. */
export const startGraphml = (): Promise<boolean> => start(() => client.call('export.graphml', {}));

/** The same for a copy of the crawl as it is now. The open file stays open, and a crawl goes on. */
export const startCopying = (): Promise<boolean> => start(() => client.call('export.snapshot', {}));

/** The same for sitemap files of the URLs that may be listed. */
export const startSitemap = (wish: SitemapWish): Promise<boolean> => start(() => client.call('export.sitemap', wish));

async function start(ask: () => Promise<ExportStarted | { readonly cancelled: true }>): Promise<boolean> {
  const outcome = await ask();
  if ('cancelled' in outcome) return false;
  showExport(outcome);
  return true;
}

/** Shows the progress of an export that began, and in the end what was written. */
export function showExport(started: ExportStarted): void {
  set({ ...started, progress: begun });
  void follow(started);
}

/** Ends the export that runs. */
export function cancelExport(): void {
  if (running) client.call('export.cancel', { id: running.id }).catch(report);
}

const report = (error: unknown): void => toast(`The export could not be cancelled: ${messageOf(error)}`, 'problem');

async function follow(started: ExportStarted): Promise<void> {
  try {
    for (;;) {
      const progress = await client.call('export.read', { id: started.id });
      if (progress.state !== 'running' && progress.state !== 'checking') {
        ended(started, progress);
        return;
      }
      set({ ...started, progress });
      await new Promise(done => setTimeout(done, pollMs));
    }
  } catch (error) {
    toast(`“${started.file.name}” was not exported: ${messageOf(error)}`, 'problem');
  } finally {
    if (running?.id === started.id) set(null);
  }
}

function ended({ file, grant }: ExportStarted, { state, written, problem }: ExportProgress): void {
  if (state === 'failed') toast(problem, 'problem');
  else if (state === 'cancelled') toast(`The export of “${file.name}” was cancelled. Nothing was written.`);
  else
    toast(`Exported “${file.name}”: ${written} It is in ${file.folder}.`, 'info', {
      label: 'Show in folder',
      onPick: () => {
        client.call('export.show', { grant }).catch((error: unknown) => toast(messageOf(error), 'problem'));
      },
    });
}

/** The export that runs, or null. */
export const useExport = (): RunningExport | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
