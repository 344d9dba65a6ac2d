import { type SiteReportWish, siteReportSectionIds } from '#shared/model/site-report.ts';
import { siteReportPage } from '../../../export/html/site/report.ts';
import { word } from '../command-word.ts';
import type { ReportMade } from '../make-report.ts';
import { type CollectOptions, siteReportFacts } from './collect.ts';

/** A report on a whole crawl as stand-alone HTML. Null: cancelled. Throws like `siteReportFacts`. */
export async function siteReport(
  path: string,
  wish: SiteReportWish,
  made: ReportMade,
  options: CollectOptions,
): Promise<string | null> {
  const facts = await siteReportFacts(path, wish, options);
  if (facts === null) return null;
  return siteReportPage(facts, { ...made, file: facts.file, command: commandOf(facts.file, wish, facts.earlier?.name ?? '') });
}

/** The command that makes the report again. What the user adds from other files is not in it. */
function commandOf(file: string, { sections, title, author, segment }: SiteReportWish, baseline: string): string {
  const isAll = siteReportSectionIds.every(id => sections.includes(id));
  return [
    `crawlscope report site ${word(file)}`,
    isAll ? '' : `--sections ${siteReportSectionIds.filter(id => sections.includes(id)).join(',')}`,
    title === '' ? '' : `--title ${word(title)}`,
    author === '' ? '' : `--author ${word(author)}`,
    baseline === '' ? '' : `--baseline ${word(baseline)}`,
    segment === null ? '' : `--segment ${word(segment)}`,
  ]
    .filter(part => part !== '')
    .join(' ');
}
