/** The report on a whole crawl, to hand over. */

/** Its sections, in their order. The cover is always there. */
export const siteReportSections = {
  summary: 'Summary',
  score: 'Health score',
  trend: 'Changes since the earlier crawl',
  findings: 'Top findings',
  figures: 'The site in figures',
  redirects: 'Redirects',
  sitemaps: 'Sitemaps',
  robots: 'robots.txt',
  politeness: 'Politeness of the crawl',
  method: 'Method and limits',
  checks: 'All checks',
} as const;
export type SiteReportSection = keyof typeof siteReportSections;
export const siteReportSectionIds = Object.keys(siteReportSections) as SiteReportSection[];

export const siteReportFormats = ['html', 'pdf'] as const;
export type SiteReportFormat = (typeof siteReportFormats)[number];

/** What a report may contain of the user's, in characters and bytes. */
export const siteReportLimits = { title: 200, author: 200, notes: 100_000, logoBytes: 1_000_000 } as const;

/** A picture that the report contains. Its bytes were recognised as this type. */
export interface ReportLogo {
  readonly type: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

/** What a report on a whole crawl shows. Texts are plain text; '' for none. */
export interface SiteReportWish {
  readonly sections: readonly SiteReportSection[];
  readonly title: string;
  readonly author: string;
  /** Blank lines part paragraphs. */
  readonly notes: string;
  readonly logo: ReportLogo | null;
  /** Path of an earlier crawl; null: none. */
  readonly baseline: string | null;
  /** Name of the segment whose URLs alone are counted; null: all URLs. */
  readonly segment: string | null;
  /** `browser`: the pages have a running header and footer of their own. `printer`: the program that prints adds them. */
  readonly pages: 'browser' | 'printer';
}

/** What the window wishes. Files are named by grants of the shell, never by paths. */
export interface SiteReportChoice extends Pick<SiteReportWish, 'sections' | 'title' | 'author' | 'notes' | 'segment'> {
  readonly format: SiteReportFormat;
  readonly logo: string | null;
  readonly baseline: string | null;
}

/** How far a report is. */
export interface SiteReportProgress {
  readonly state: 'none' | 'running' | 'printing' | 'done' | 'cancelled' | 'failed';
  /** What is done now: 'Running the checks'. */
  readonly step: string;
  /** 0 to 1, of all steps. */
  readonly share: number;
  /** What went wrong, one sentence; '' otherwise. */
  readonly problem: string;
}
