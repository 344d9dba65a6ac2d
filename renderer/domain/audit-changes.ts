import { useSyncExternalStore } from 'react';
import type { AuditSettingsChange, AuditSettingsChanged } from '#shared/model/audit-settings.ts';
import { client } from '../bridge/client.ts';
import { messageOf } from '../bridge/hooks.ts';
import { settleToasts, toast } from '../ui/toast.ts';

/** Changes of thresholds, ignore rules and the earlier crawl: views of the audit reload after each. */

let changes = 0;
const listeners = new Set<() => void>();
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Grows with every change. */
export const useAuditChanges = (): number => useSyncExternalStore(listen, () => changes);

/** Tells every view that the settings of the audit changed. */
export function noteAuditChange(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

interface Wish {
  readonly change: AuditSettingsChange;
  /** What was done, for the note: "Ignored: Title missing." */
  readonly done: string;
  /** What takes it back; absent: nothing does. */
  readonly undo?: (changed: AuditSettingsChanged) => AuditSettingsChange;
}

/** The last note of a change. */
let said = '';

const forSession = ' The file is read-only, so this applies until you close it.';

/** Makes a change, says so with an offer to undo it, and returns whether it was made. */
export async function changeAudit({ change, done, undo }: Wish): Promise<boolean> {
  try {
    const changed = await client.call('issues.change', change);
    noteAuditChange();
    const words = done + (changed.kept === 'session' ? forSession : '');
    const back = undo?.(changed);
    // An older offer would undo from a state that is gone.
    if (said !== '') settleToasts(said);
    said = words;
    if (back) toast(words, 'info', { label: 'Undo', onPick: () => void changeAudit({ change: back, done: 'Undone.' }) });
    else toast(words);
    return true;
  } catch (error) {
    toast(`The settings of the audit were not changed: ${messageOf(error)}`, 'problem');
    return false;
  }
}
