import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { largest } from '#shared/lists.ts';
import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { certificatePage } from '../../export/html/certificate.ts';
import { dossierPage } from '../../export/html/dossier.ts';
import type { Made } from '../../export/html/page.ts';
import { metaOf } from '../../export/html/page.ts';
import { rulePage } from '../../export/html/rule-report.ts';
import { word } from './command-word.ts';
import { type DossierSource, dossierFacts } from './dossier-facts.ts';

export interface ReportParts extends DossierSource {
  readonly path: string;
  readonly handlers: Handlers<'engine' | 'reader'>;
  /** Origins that received requests. */
  asked(): readonly string[];
}

/** The time and the program version of a report. The same values give the same bytes. */
export interface ReportMade {
  /** Epoch milliseconds, null leaves the time out. */
  readonly at: number | null;
  readonly version: string;
}

const maxLine = 0x7fffffff;

/** Writes a report as stand-alone HTML. Throws if the file lacks the subject. */
export async function makeReport(parts: ReportParts, wanted: ReportRequest, made: ReportMade): Promise<string> {
  const file = basename(parts.path);
  const { handlers } = parts;
  switch (wanted.kind) {
    case 'url': {
      const { url, profiles } = wanted;
      const explanation = await handlers['url.explain']({ url });
      const matrix = await handlers['url.matrix']({ url, ...(profiles ? { profiles: [...profiles] } : {}) });
      const others = (profiles ?? []).map(each => ` --profile ${word(each)}`).join('');
      const command = `crawlscope report url ${word(file)} ${word(explanation.url)}${others}`;
      return dossierPage(dossierFacts(parts, explanation, matrix), { ...made, file, command });
    }
    case 'line': {
      const { origin, version, line, profile } = wanted;
      if (line < 1 || line > maxLine) fail('bad_request', `Lines count from 1; there is no line ${line}.`);
      const facts = await handlers['report.line']({ origin, line, profile, ...(version === undefined ? {} : { version }) });
      const command = `crawlscope report rule ${word(file)} --origin ${word(origin)} --version ${facts.version} --line ${line} --profile ${word(facts.profile)}`;
      return rulePage(facts, { ...made, file, command });
    }
    case 'politeness':
      return certificateText(await certificatesOf(parts, wanted.origins), { ...made, file }, wanted.origins);
  }
}

/** The certificates of these origins; without names, of all requested origins. `upTo`: see `politenessCertificate`. */
export async function certificatesOf(
  { handlers, asked }: Pick<ReportParts, 'handlers' | 'asked'>,
  origins: readonly string[],
  upTo?: number,
): Promise<PolitenessCertificate[]> {
  const found: PolitenessCertificate[] = [];
  for (const origin of origins.length > 0 ? origins : asked())
    found.push(await handlers['report.politeness']({ origin, ...(upTo === undefined ? {} : { upTo }) }));
  if (found.length === 0) fail('not_found', 'This crawl has not sent a request yet.');
  return found;
}

function certificateText(
  certificates: readonly PolitenessCertificate[],
  made: Omit<Made, 'command'>,
  origins: readonly string[],
): string {
  const named = origins.map(each => ` --origin ${word(each)}`).join('');
  const command = `crawlscope certificate ${word(made.file)}${named} --verify CERTIFICATE.html`;
  const meta = {
    report: 'politeness',
    made: made.at === null ? '' : String(made.at),
    version: made.version,
    file: made.file,
    origins: JSON.stringify(origins),
    journal: journalOf(certificates),
    numbered: String(Math.max(0, largest(certificates.map(({ newest }) => newest)))),
  };
  return certificatePage(certificates, { ...made, command }, meta);
}

/** One hash over the journals of all hosts of a certificate. */
const journalOf = (certificates: readonly PolitenessCertificate[]): string =>
  createHash('sha256')
    .update(certificates.map(each => `${each.origin} ${each.journal}\n`).join(''))
    .digest('hex');

export interface CertificateCheck {
  /** `other-version`: made by another version of this program, whose words cannot be compared; the journal is the same. */
  readonly result: 'matches' | 'journal-differs' | 'document-differs' | 'other-version';
  readonly origins: readonly string[];
  /** SHA-256 over the journals as the document names it, and as computed now. */
  readonly stated: string;
  readonly computed: string;
}

/** Computes a certificate again and compares it with the document. Throws if the document is not a certificate. */
export async function verifyCertificate(parts: ReportParts, html: string, version: string): Promise<CertificateCheck> {
  const not = (): never => fail('bad_request', 'This file is no politeness certificate of Crawlscope.');
  const meta = (name: string): string => metaOf(html, name) ?? not();
  if (meta('report') !== 'politeness') not();
  const origins = originsIn(meta('origins')) ?? not();
  const stated = meta('journal');
  const made = meta('made');
  const numbered = metaOf(html, 'numbered') ?? '';
  const upTo = /^\d{1,15}$/.test(numbered) ? Number(numbered) : undefined;
  const certificates = await certificatesOf(parts, origins, upTo);
  const computed = journalOf(certificates);
  const answer = (result: CertificateCheck['result']): CertificateCheck => ({
    result,
    origins: certificates.map(each => each.origin),
    stated,
    computed,
  });
  if (computed !== stated) return answer('journal-differs');
  if (meta('version') !== version) return answer('other-version');
  const again = certificateText(certificates, { at: timeOf(made), version, file: meta('file') }, origins);
  return answer(again === html ? 'matches' : 'document-differs');
}

function timeOf(text: string): number | null {
  const at = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return at <= 8.64e15 ? at : null;
}

function originsIn(json: string): string[] | null {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) && read.every(each => typeof each === 'string') ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
