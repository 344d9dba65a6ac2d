import { z } from 'zod';
import { ExportWish } from '../export-list.ts';
import { mostTotalBytes } from '../limit-words.ts';
import type { BodiesWork, BodyCount } from '../model/bodies.ts';
import type { ExportProgress } from '../model/export.ts';
import type { FileAudit } from '../model/file-audit.ts';
import type { RepairWork } from '../model/repair.ts';
import type { ExportStarted, FileInfo, FileOutcome, RecentFile } from '../model/shell.ts';
import { engineCall, readCall, shellCall } from '../rpc/define.ts';
import { Id, None, text } from '../rpc/inputs.ts';
import { SitemapWishInput } from '../sitemap-wish.ts';

/** `before`: epoch milliseconds. */
const BodiesWishInput = z.strictObject({
  before: z.number().int().min(0).max(8.64e15).nullable(),
  filter: text(2_000).nullable(),
  keep: z
    .union([
      z.strictObject({ newest: z.number().int().min(0).max(100_000_000) }),
      z.strictObject({ bytes: z.number().int().min(0).max(mostTotalBytes) }),
    ])
    .optional(),
});

/** Procedures of the window: crawl files, their care, and lists written out of them. */
export const fileProcedures = {
  'file.current': shellCall<FileInfo | null>()(None),
  'file.open': shellCall<FileOutcome>()(None),
  'file.openRecent': shellCall<FileOutcome>()(z.strictObject({ id: text(64) })),
  'file.recent': shellCall<readonly RecentFile[]>()(None),
  'file.forgetRecent': shellCall<void>()(z.strictObject({ id: text(64) })),
  /** Saves the open file under another name and goes on with that. While it is crawled, starts a copy, as `export.snapshot` does. */
  'file.saveAs': shellCall<FileOutcome | ExportStarted>()(None),
  'file.close': shellCall<void>()(None),
  'file.chooseNew': shellCall<{ readonly grant: string; readonly name: string; readonly folder: string } | null>()(
    z.strictObject({ suggestedName: text(200) }),
  ),

  /**
   * Shows a dialog for the path of a list, and starts writing. `grant` names the file for `export.show`; the window
   * never learns the path. `export.read` returns the progress.
   */
  'export.save': shellCall<ExportStarted | { readonly cancelled: true }>()(ExportWish),
  /** Writes the requests of the crawl, or of the URLs that a filter finds, as HTTP Archive (HAR 1.2), without bodies and secrets. */
  'export.har': shellCall<ExportStarted | { readonly cancelled: true }>()(z.strictObject({ filter: text(2_000) })),
  /** Writes the link graph as GraphML: URLs, and the links between them. */
  'export.graphml': shellCall<ExportStarted | { readonly cancelled: true }>()(None),
  /** The same for a copy of the whole file that any SQLite client reads. Replaces nothing. */
  'export.unpack': shellCall<ExportStarted | { readonly cancelled: true }>()(None),
  /** The same for a copy of the crawl as it is now, also while it runs; the open file stays open. Replaces nothing. */
  'export.snapshot': shellCall<ExportStarted | { readonly cancelled: true }>()(None),
  /** The same for sitemap files of the open crawl. Refuses a filter or a base that cannot be used, before the dialog for the path. */
  'export.sitemap': shellCall<ExportStarted | { readonly cancelled: true }>()(SitemapWishInput),
  /** How far an export is, and in the end what was written or went wrong. */
  'export.read': readCall<ExportProgress>()(z.strictObject({ id: Id })),
  /** Ends an export. Nothing of its file is left. */
  'export.cancel': readCall<void>()(z.strictObject({ id: Id })),
  /** Shows an exported file in the file manager. */
  'export.show': shellCall<void>()(z.strictObject({ grant: text(64) })),

  /** Asks for a damaged crawl file and for the place of a new one in dialogs, then starts the repair. False: cancelled. */
  'repair.start': shellCall<boolean>()(None),
  /** How far the last repair is, and in the end what was lost. */
  'repair.read': shellCall<RepairWork>()(None),
  /** Ends the repair. Nothing is left of the new file. */
  'repair.cancel': shellCall<void>()(None),
  /** Opens the repaired file. */
  'repair.open': shellCall<FileOutcome>()(None),

  /** Ends the conversion of an older file. The file stays as it was, and is not opened. */
  'conversion.cancel': shellCall<void>()(None),

  /** How many stored bodies would be dropped, with their bytes. Changes nothing. */
  'bodies.count': engineCall<BodyCount>()(BodiesWishInput),
  /** Starts to drop stored bodies. Refused while the file is crawled. */
  'bodies.drop': engineCall<void>()(BodiesWishInput),
  /** How far that is, and in the end what it did. */
  'bodies.read': engineCall<BodiesWork>()(None),
  /** Ends it: what is dropped by then stays dropped. */
  'bodies.cancel': engineCall<void>()(None),

  /** Audits the open file by itself: recomputes its decisions, checks its invariants. In the background; nothing happens while one runs. */
  'fileAudit.start': readCall<void>()(None),
  /** How far it is and what it found; null before the first one. */
  'fileAudit.read': readCall<FileAudit | null>()(None),
  'fileAudit.cancel': readCall<void>()(None),
} as const;
