import { auditProcedures } from './contract/audit.ts';
import { comparisonProcedures } from './contract/comparison.ts';
import { crawlProcedures } from './contract/crawl.ts';
import { fileProcedures } from './contract/file.ts';
import { outputProcedures } from './contract/output.ts';
import { renderingProcedures } from './contract/rendering.ts';
import { robotsProcedures } from './contract/robots.ts';
import { siteProcedures } from './contract/site.ts';
import { urlsProcedures } from './contract/urls.ts';
import type { ConversionWork } from './model/conversion.ts';
import type { CrawlStatus } from './model/crawl.ts';
import type { FileInfo } from './model/shell.ts';

/**
 * The whole API between the window, the shell and the engine. Adding an operation = one entry in a file of `contract/` and one
 * handler; the compiler lists what is missing. The gateway in the main process validates inputs once. Inputs that several
 * calls share are in `rpc/inputs.ts`.
 * The window never names a file: paths are chosen in system dialogs and stay in the shell (`file.*`).
 */
export const procedures = {
  ...crawlProcedures,
  ...urlsProcedures,
  ...renderingProcedures,
  ...robotsProcedures,
  ...outputProcedures,
  ...siteProcedures,
  ...auditProcedures,
  ...comparisonProcedures,
  ...fileProcedures,
} as const;

export interface TopicPayloads {
  /** Full status, at most four times a second; null when no file is open. */
  status: CrawlStatus | null;
  /** Menu commands of the shell that the window carries out: 'new', 'open-omnibox', 'save-as', 'find', 'view:urls' … */
  command: string;
  /** The open file changed (opened, closed, saved elsewhere). */
  file: FileInfo | null;
  /** An older file is converted before it opens: how far, several times a second; null when that ended. */
  conversion: ConversionWork | null;
}
export type TopicName = keyof TopicPayloads;
export const topicNames = ['status', 'command', 'file', 'conversion'] as const satisfies readonly TopicName[];
