import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { CertificateCheck, ReportMade, ReportParts } from '../reports/make-report.ts';
import type { CrawlFile } from './file.ts';

/** Documents to hand over, made from the file. */
export interface Reports {
  /** A report as stand-alone HTML: the same file, time and version give the same bytes. */
  report(wanted: ReportRequest, made: ReportMade): Promise<string>;
  /** How politely hosts were crawled: the named hosts, or all that were requested. */
  politeness(origins: readonly string[]): Promise<readonly PolitenessCertificate[]>;
  /** Computes a politeness certificate again and compares. `version`: this program's. */
  verifyCertificate(html: string, version: string): Promise<CertificateCheck>;
}

export function reports(file: CrawlFile, lookup: Lookup, handlers: Handlers<'engine' | 'reader'>): Reports {
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
    verifyCertificate: async (html, version) => (await maker()).verifyCertificate(parts(), html, version),
  };
}
