import type { AcrossFiles } from '#core/sitemap/check/across-files.ts';
import { type Severity, sitemapRules, type Unit } from '#core/sitemap/check/catalogue.ts';
import { mostShown } from '#core/sitemap/check/findings.ts';
import { SITEMAP_MAX_BYTES, SITEMAP_MAX_ENTRIES } from '#core/sitemap/parse.ts';
import type { FileResult, SitemapReport } from '#engine/sitemaps/check-files.ts';
import { printable } from '../../export/text-width.ts';

const words = { E: 'error', W: 'warning', I: 'note' } as const satisfies Record<Severity, string>;
const kinds = { urlset: 'sitemap', index: 'sitemap index', text: 'text sitemap', feed: 'feed', none: 'no sitemap' } as const;
const units: Readonly<Record<Unit, string>> = {
  files: 'file',
  entries: 'entry',
  dates: 'lastmod',
  images: 'image',
  videos: 'video',
  articles: 'article',
  alternates: 'hreflang link',
  pairs: 'hreflang link within the file',
};

const number = (value: number): string => value.toLocaleString('en-US');
const plural = (word: string): string => (word === 'entry' ? 'entries' : word.replace(/^(?:hreflang link|\w+)/, '$&s'));
const many = (count: number, unit: Unit): string => `${number(count)} ${count === 1 ? units[unit] : plural(units[unit])}`;
const inBytes = (bytes: number): string => (bytes > SITEMAP_MAX_BYTES ? `more than ${number(SITEMAP_MAX_BYTES)}` : number(bytes));

/** Errors, warnings and notes of files, each problem counted. */
export function severities(reports: readonly Pick<SitemapReport, 'counts'>[]): Readonly<Record<Severity, number>> {
  const sums = { E: 0, W: 0, I: 0 };
  for (const { counts } of reports) for (const { severity, problems } of counts) sums[severity] += problems;
  return sums;
}

function headline({ source, kind, entries, bytes, isPacked, packedBytes, totals }: SitemapReport): string {
  const found = kind === 'index' ? 'files' : 'entries';
  const packed = isPacked && packedBytes !== null ? `, ${number(packedBytes)} with gzip` : '';
  const parts = (['images', 'videos', 'articles', 'alternates', 'dates'] as const).filter(unit => totals[unit] > 0);
  const inside = parts.map(unit => many(totals[unit], unit)).join(', ');
  return [
    `${source}: ${kinds[kind]}, ${inBytes(bytes)} of ${number(SITEMAP_MAX_BYTES)} bytes${packed}, `,
    `${number(entries)} of ${number(SITEMAP_MAX_ENTRIES)} ${found}${inside === '' ? '' : `, ${inside}`}`,
  ].join('');
}

/** One file for people: what it is, its problems by line with reason and source, and how many among what. */
export function reportText(report: SitemapReport): string {
  const { source, findings, counts } = report;
  const told = new Set<string>();
  const lines = [headline(report)];
  for (const { code, severity, line, message } of findings) {
    lines.push(`${source}:${line > 0 ? `${line}:` : ''} ${words[severity]} ${code}: ${message}`);
    if (told.has(code)) continue;
    told.add(code);
    const { why, source: origin } = sitemapRules[code];
    lines.push(`    why: ${why} (${origin})`);
  }
  for (const { code, problems, affected, of, unit } of counts) {
    const all = problems === affected ? '' : `, ${number(problems)} times`;
    const rest = problems > mostShown ? `; the first ${mostShown} are shown` : '';
    if (unit !== 'files') lines.push(`  ${code}: ${number(affected)} of ${many(of, unit)}${all}${rest}`);
  }
  return `${lines.map(printable).join('\n')}\n`;
}

/** What the files of an index show only together; '' where there is nothing. */
export function acrossText({ files, findings, counts, left }: AcrossFiles): string {
  if (findings.length === 0 && left === 0) return '';
  const lines = [`All ${number(files)} sitemaps together`];
  const told = new Set<string>();
  for (const { code, severity, line, message, file = '' } of findings) {
    lines.push(`${file}:${line}: ${words[severity]} ${code}: ${message}`);
    if (told.has(code)) continue;
    told.add(code);
    lines.push(`    why: ${sitemapRules[code].why} (${sitemapRules[code].source})`);
  }
  for (const { code, problems, affected, of, unit } of counts) {
    const whole = unit === 'pairs' ? `${number(of)} hreflang ${of === 1 ? 'link' : 'links'} between files` : many(of, unit);
    lines.push(`  ${code}: ${number(affected)} of ${whole}${problems > mostShown ? `; the first ${mostShown} are shown` : ''}`);
  }
  if (left > 0) lines.push(`  ${number(left)} entries or hreflang sets were not compared: there are too many.`);
  return `${lines.map(printable).join('\n')}\n`;
}

/** The same as JSON has it. */
export const acrossRecord = ({ files, entries, pairs, left, findings, counts }: AcrossFiles): object => ({
  files,
  entries,
  pairs,
  not_compared: left,
  problems: findings.map(({ code, severity, line, message, file }) => {
    const { why, source: origin } = sitemapRules[code];
    return { file, code, severity: words[severity], line, message, why, source: origin };
  }),
  counts: counts.map(each => ({ ...each, severity: words[each.severity] })),
});

/** The files that an index lists, where they are not read. */
export const listedText = ({ source, listed }: SitemapReport): string =>
  listed
    .map(({ url, line, lastmod }) => printable(`${source}:${line}: lists ${url}${lastmod === '' ? '' : ` (${lastmod})`}`))
    .map(line => `${line}\n`)
    .join('');

/** The line for the files that --max-files leaves out, '' without any. */
export const beyondText = (count: number): string =>
  count === 0 ? '' : `${number(count)} more ${count === 1 ? 'file is' : 'files are'} not read; --max-files reads more.\n`;

/** The last line of the text. */
export function totalText(reports: readonly SitemapReport[], unread: number, across: AcrossFiles | null): string {
  const { E, W, I } = severities(across === null ? reports : [...reports, across]);
  const one = (count: number, word: string): string => `${number(count)} ${word}${count === 1 ? '' : 's'}`;
  const files = `${one(reports.length, 'file')} checked${unread === 0 ? '' : `, ${number(unread)} not read`}`;
  return `${one(E, 'error')}, ${one(W, 'warning')}, ${one(I, 'note')}; ${files}\n`;
}

/** A file as JSON has it. */
export function record(result: FileResult): object {
  if (!result.isRead) {
    const { source, listedAt, why } = result;
    return { file: source, read: false, why, listed_by: listedAt.source, listed_line: listedAt.line };
  }
  const { source, url, kind, bytes, packedBytes, isPacked, entries, totals, findings, counts, listed, listedAt } = result;
  return {
    file: source,
    read: true,
    ...(url === '' ? {} : { url }),
    ...(listedAt === null ? {} : { listed_by: listedAt.source, listed_line: listedAt.line }),
    kind,
    gzip: isPacked,
    packed_bytes: packedBytes,
    bytes: Math.min(bytes, SITEMAP_MAX_BYTES),
    is_longer: bytes > SITEMAP_MAX_BYTES,
    entries,
    limits: { bytes: SITEMAP_MAX_BYTES, entries: SITEMAP_MAX_ENTRIES },
    checked: totals,
    problems: findings.map(({ code, severity, line, message }) => {
      const { why, source: origin } = sitemapRules[code];
      return { code, severity: words[severity], line, message, why, source: origin };
    }),
    counts: counts.map(each => ({ ...each, severity: words[each.severity] })),
    ...(kind === 'index' ? { listed } : {}),
  };
}
