import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import {
  type CertificateCheck,
  certificatesOf,
  makeReport,
  type ReportMade,
  type ReportParts,
  verifyCertificate,
} from '../reports/make-report.ts';
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
  return {
    report: (wanted, made) => makeReport(parts(), wanted, made),
    politeness: origins => certificatesOf(parts(), origins),
    verifyCertificate: (html, version) => verifyCertificate(parts(), html, version),
  };
}
