import {
  type SiteReportFormat,
  type SiteReportSection,
  siteReportFormats,
  siteReportLimits,
  siteReportSectionIds,
} from '#shared/model/site-report.ts';

/** What the user chooses for reports. Kept from one report to the next. */
export interface ReportChoice {
  readonly format: SiteReportFormat;
  readonly sections: readonly SiteReportSection[];
  readonly author: string;
}

/** What was chosen last, or the usual choice. Ignores what is damaged. */
export function readReportChoice(stored: string | null): ReportChoice {
  let old: Partial<Record<keyof ReportChoice, unknown>> = {};
  try {
    const read: unknown = JSON.parse(stored ?? 'null');
    if (typeof read === 'object' && read !== null) old = read;
  } catch (error) {
    console.warn('The last choices of a report could not be read.', error);
  }
  const named = Array.isArray(old.sections) ? old.sections : siteReportSectionIds;
  const sections = siteReportSectionIds.filter(id => named.includes(id));
  return {
    format: siteReportFormats.find(each => each === old.format) ?? 'pdf',
    sections: sections.length > 0 ? sections : siteReportSectionIds,
    author: typeof old.author === 'string' ? old.author.slice(0, siteReportLimits.author) : '',
  };
}

/** The sections with one put in or taken out, in the order of the report. */
export const withSection = (
  sections: readonly SiteReportSection[],
  id: SiteReportSection,
  isIn: boolean,
): readonly SiteReportSection[] => siteReportSectionIds.filter(each => (each === id ? isIn : sections.includes(each)));
