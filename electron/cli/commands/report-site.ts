import { existsSync, readFileSync, statSync } from 'node:fs';
import { didYouMean } from '#core/query/near.ts';
import {
  type ReportLogo,
  type SiteReportSection,
  siteReportFormats,
  siteReportLimits,
  siteReportSectionIds,
} from '#shared/model/site-report.ts';
import { type Arguments, choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { pdfPrinter } from '../print-pdf.ts';
import { madeNow, reportOptions, writeReport } from '../report-output.ts';
import { requireFile } from '../with-session.ts';

/** `--sections summary,findings`: in any order; the report has them in its own. */
function sectionsOption(args: Arguments): readonly SiteReportSection[] {
  const text = args.one('sections');
  if (text === undefined) return siteReportSectionIds;
  const names = text.split(',').map(name => name.trim());
  return names.map(
    name =>
      siteReportSectionIds.find(id => id === name) ??
      usage(
        `there is no section “${name}”.${didYouMean(name, siteReportSectionIds)} There are: ${siteReportSectionIds.join(', ')}.`,
      ),
  );
}

function shortOption(args: Arguments, name: 'title' | 'author'): string {
  const text = (args.one(name) ?? '').trim();
  const most = siteReportLimits[name];
  return text.length > most ? usage(`--${name} has ${text.length} characters; ${most} are allowed.`) : text;
}

function readable(path: string, option: string): string {
  if (!existsSync(path)) return usage(`--${option}: there is no file ${path}.`);
  return statSync(path).isFile() ? path : usage(`--${option}: ${path} is not a file.`);
}

function notesOption(args: Arguments): string {
  const path = args.one('notes');
  if (path === undefined) return '';
  const most = siteReportLimits.notes;
  if (statSync(readable(path, 'notes')).size > most)
    return usage(`--notes: ${path} is longer than ${most} bytes. Notes are plain text.`);
  return readFileSync(path, 'utf8');
}

async function logoOption(args: Arguments): Promise<ReportLogo | null> {
  const path = args.one('logo');
  if (path === undefined) return null;
  const { readLogo } = await import('#engine/reports/site/logo.ts');
  return readLogo(readable(path, 'logo'));
}

/** Says on a terminal how far the report is. */
function progressLine(io: Io, path: string): (progress: { readonly step: string; readonly share: number }) => void {
  let said = Number.NEGATIVE_INFINITY;
  return ({ step, share }) => {
    const now = performance.now();
    if (!io.stderr.isTerminal || now - said < 200) return;
    said = now;
    void io.stderr.write(`\r${path}: ${Math.floor(share * 100)} %, ${step.toLowerCase()}\u001b[K`);
  };
}

export const reportSite: Command = {
  name: 'report site',
  summary: 'a whole crawl as a document to hand over: summary, charts, top findings explained, method, politeness, all checks',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    format: { value: siteReportFormats.join('|'), help: 'HTML (default) or PDF' },
    sections: { value: 'A,B', help: `only these sections: ${siteReportSectionIds.join(', ')}` },
    title: { value: 'T', help: 'title on the cover (default: the host of the first start URL)' },
    author: { value: 'T', help: 'who made it, on the cover' },
    logo: { value: 'FILE', help: 'a PNG or JPEG picture on the cover, at most 1 MB' },
    notes: { value: 'FILE', help: 'plain text on the cover; blank lines part paragraphs' },
    baseline: { value: 'OLD.crawl', help: 'an earlier crawl: what is new, persisting, fixed and gone' },
    segment: { value: 'NAME', help: 'count only URLs of this segment (rules list)' },
    unsandboxed: { value: '', help: 'print PDF as root, where Chromium has no sandbox: it opens nothing but the report' },
    ...reportOptions,
  },
  notes: [
    'The document has no script and loads nothing. Text from the site is shown as plain text.',
    'PDF is printed by the app in a hidden window. Without a display, an installed Chromium, Chrome or Edge prints it.',
    'Thresholds and ignore rules stored in F.crawl apply, and the report names them.',
  ],
  examples: [
    'crawlscope report site site.crawl --out report.html',
    'crawlscope report site site.crawl --title "Spring audit" --logo logo.png --notes intro.txt --out report.html',
    'crawlscope report site site.crawl --format pdf --out report.pdf',
    'crawlscope report site site.crawl --sections summary,findings --baseline last-month.crawl --out changes.html',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const format = choice(args, 'format', siteReportFormats) ?? 'html';
    const sections = sectionsOption(args);
    const [title, author] = [shortOption(args, 'title'), shortOption(args, 'author')];
    const notes = notesOption(args);
    const baseline = args.one('baseline') ?? null;
    requireFile(path);
    if (baseline !== null) requireFile(baseline);
    if (format === 'pdf' && !args.has('out') && io.stdout.isTerminal)
      return usage('report site: PDF is not text. Add --out FILE.pdf, or redirect the output.');
    const print = format === 'pdf' ? await pdfPrinter({ unsandboxed: args.has('unsandboxed') }) : null;
    const logo = await logoOption(args);
    const { siteReport } = await import('#engine/reports/site/site-report.ts');
    const cancel = new AbortController();
    const unhook = io.onInterrupt(() => cancel.abort());
    const say = progressLine(io, path);
    try {
      const wish = {
        ...{ sections, title, author, notes, logo, baseline },
        segment: args.one('segment') ?? null,
        pages: print ? ('printer' as const) : ('browser' as const),
      };
      const html = await siteReport(path, wish, madeNow(args), {
        report(progress) {
          say(progress);
          return cancel.signal.aborted ? 'cancel' : 'go-on';
        },
      });
      if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
      if (html === null) return exit.unfinished;
      const written = print ? await print(html, cancel.signal) : html;
      if (written === null) return exit.unfinished;
      await writeReport(args, io, written);
      return exit.done;
    } finally {
      unhook();
    }
  },
};
