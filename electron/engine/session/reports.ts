import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import type { SiteReportWish } from '#shared/model/site-report.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { CertificateCheck, ReportMade, ReportParts } from '../reports/make-report.ts';
import type { SiteReportThread } from '../threads/site-report/site-report-thread.ts';
import type { CrawlFile } from './file.ts';

/** Documents to hand over, made from the file. */
export interface Reports {
  /** A report as stand-alone HTML: the same file, time and version give the same bytes. */
  report(wanted: ReportRequest, made: ReportMade): Promise<string>;
  /** How politely hosts were crawled: the named hosts, or all that were requested. */
  politeness(origins: readonly string[]): Promise<readonly PolitenessCertificate[]>;
  /** A report on the whole crawl, made in a thread of its own. Null: cancelled. One at a time. */
  siteReport(wish: SiteReportWish, made: ReportMade): Promise<string | null>;
  siteReportProgress(): { readonly step: string; readonly share: number };
  cancelSiteReport(): void;
  /** Computes a politeness certificate again and compares. `version`: this program's. */
  verifyCertificate(html: string, version: string): Promise<CertificateCheck>;
}

export interface ReportWork {
  readonly file: CrawlFile;
  readonly lookup: Lookup;
  readonly handlers: Handlers<'engine' | 'reader'>;
  readonly siteReports: SiteReportThread;
  /** Thresholds and ignore rules in force. */
  auditSettings(): StoredAuditSettings;
}

export function reports({ file, lookup, handlers, siteReports, auditSettings }: ReportWork): Reports {
  const { path, store } = file;
  const parts = (): ReportParts => ({
    path,
    handlers,
    lookup,
    robots: store.robots,
    origins: store.origins,
    settings: store.crawl.settingsVersion,
    settingsId: file.row().settingsId,
    ownProfiles: file.settings().profiles,
    asked: store.origins.asked,
  });
  // Most sessions make no document.
  const maker = () => import('../reports/make-report.ts');
  return {
    report: async (wanted, made) => (await maker()).makeReport(parts(), wanted, made),
    politeness: async origins => (await maker()).certificatesOf(parts(), origins),
    siteReport: (wish, made) => siteReports.make({ path, wish, made, settings: auditSettings() }),
    siteReportProgress: siteReports.progress,
    cancelSiteReport: () => siteReports.cancel(),
    verifyCertificate: async (html, version) => (await maker()).verifyCertificate(parts(), html, version),
  };
}
