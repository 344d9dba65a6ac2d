import type { AuditSource } from '#core/audit/source.ts';
import { auditSource } from '#storage/reads/audit-source.ts';
import { type GraphReads, graphReads } from '#storage/reads/graph-reads.ts';
import { opened } from '../audit/audit-file.ts';

/** A crawl file opened for its links, on its own read-only connection. */
export interface GraphFile {
  readonly source: AuditSource;
  readonly reads: GraphReads;
  close(): void;
}

/** Throws an RpcError: missing, not a crawl, damaged, of a newer version. */
export function openGraphFile(path: string): GraphFile {
  const { made, close } = opened(path, (db, file) => ({ source: auditSource(db, file), reads: graphReads(db) }));
  return { ...made, close };
}
