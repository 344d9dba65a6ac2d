import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { SiteReportWish } from '#shared/model/site-report.ts';
import type { ReportMade } from '../../reports/make-report.ts';

/** What the thread is started with. */
export interface SiteReportWork {
  readonly path: string;
  readonly wish: SiteReportWish;
  readonly made: ReportMade;
  /** Thresholds and ignore rules in force. */
  readonly settings: StoredAuditSettings;
}

export type SiteReportMessage =
  | { readonly kind: 'progress'; readonly step: string; readonly share: number }
  | { readonly kind: 'done'; readonly html: string }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };
