import { useSyncExternalStore } from 'react';
import type { SiteReportStarted } from '#shared/model/shell.ts';
import type { SiteReportProgress } from '#shared/model/site-report.ts';
import type { Input } from '#shared/rpc/types.ts';
import { toast } from '../ui/toast.ts';
import { client } from './client.ts';
import { messageOf } from './hooks.ts';

/** The report on the whole crawl that is being made. */
export interface RunningReport extends SiteReportStarted {
  readonly progress: SiteReportProgress;
}

const pollMs = 250;
const begun: SiteReportProgress = { state: 'running', step: '', share: 0, problem: '' };

let running: RunningReport | null = null;
const listeners = new Set<() => void>();

function set(next: RunningReport | null): void {
  running = next;
  for (const listener of listeners) listener();
}

/** Shows a dialog for the path of the report, and starts making it. Resolves to false if the user cancelled the dialog. */
export async function startReport(wish: Input<'report.site'>): Promise<boolean> {
  const outcome = await client.call('report.site', wish);
  if ('cancelled' in outcome) return false;
  set({ ...outcome, progress: begun });
  void follow(outcome);
  return true;
}

/** Ends the report that is being made. */
export function cancelReport(): void {
  client
    .call('report.cancelSite', {})
    .catch((error: unknown) => toast(`The report could not be cancelled: ${messageOf(error)}`, 'problem'));
}

async function follow(started: SiteReportStarted): Promise<void> {
  try {
    for (;;) {
      const progress = await client.call('report.siteProgress', {});
      if (progress.state !== 'running' && progress.state !== 'printing') {
        ended(started, progress);
        return;
      }
      set({ ...started, progress });
      await new Promise(done => setTimeout(done, pollMs));
    }
  } catch (error) {
    toast(`“${started.file.name}” was not written: ${messageOf(error)}`, 'problem');
  } finally {
    set(null);
  }
}

function ended({ file, grant }: SiteReportStarted, { state, problem }: SiteReportProgress): void {
  if (state === 'failed') toast(problem, 'problem');
  else if (state === 'cancelled') toast(`The report “${file.name}” was cancelled. Nothing was written.`);
  else
    toast(`Saved “${file.name}” in ${file.folder}`, 'info', {
      label: 'Show in folder',
      onPick: () => {
        client.call('export.show', { grant }).catch((error: unknown) => toast(messageOf(error), 'problem'));
      },
    });
}

/** The report that is being made, or null. */
export const useReport = (): RunningReport | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
