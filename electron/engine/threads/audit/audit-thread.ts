import { CallingThread } from '../calling-thread.ts';
import type { AuditCalls } from './messages.ts';

const program = {
  name: 'audit',
  source: 'audit/entry.ts',
  built: 'audit.cjs',
  words: { what: 'The audit', again: 'Run it again.' },
};

/** The thread that audits a crawl file. It stays, because it keeps the results that evidence is made from. */
export type AuditThread = CallingThread<AuditCalls>;
export const auditThread = (path: string, progress: (done: number, total: number) => void): AuditThread =>
  new CallingThread<AuditCalls>(program, path, progress);
