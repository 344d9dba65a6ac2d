import { type Severity, type SitemapCode, sitemapRules, type Unit } from './catalogue.ts';

/** One problem at one place. */
export interface SitemapFinding {
  readonly code: SitemapCode;
  readonly severity: Severity;
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  readonly message: string;
  /** The file, where a finding is about several. */
  readonly file?: string;
}

/** How often a problem was found, and among how many. */
export interface FindingCount {
  readonly code: SitemapCode;
  readonly severity: Severity;
  readonly problems: number;
  /** How many of them have it, among how many that were checked. */
  readonly affected: number;
  readonly of: number;
  readonly unit: Unit;
}

/** Findings of a kind that are kept with their place. All are counted. */
export const mostShown = 100;
const longestMessage = 300;

/** A copy that does not keep the text of the whole file in memory, as a slice of it would. */
const ownCopy = (text: string): string => JSON.parse(JSON.stringify(text.slice(0, longestMessage))) as string;

/** A value of the file as a message shows it. */
export const shown = (value: string): string => (value.length > 100 ? `${value.slice(0, 100)}…` : value);

/** Collects findings: all are counted, and of each kind the first hundred are kept. */
export class Findings {
  readonly #list: SitemapFinding[] = [];
  readonly #counts = new Map<SitemapCode, { problems: number; affected: number; last: number }>();
  readonly #done = { files: 0, entries: 0, dates: 0, images: 0, videos: 0, articles: 0, alternates: 0, pairs: 0 };

  add(code: SitemapCode, line: number, message: string, file?: string): void {
    const count = this.#counts.get(code) ?? { problems: 0, affected: 0, last: -1 };
    this.#counts.set(code, count);
    count.problems++;
    const current = this.#done[sitemapRules[code].of];
    if (count.last !== current) count.affected++;
    count.last = current;
    if (count.problems <= mostShown)
      this.#list.push({
        code,
        severity: sitemapRules[code].severity,
        line,
        message: ownCopy(message),
        ...(file === undefined ? {} : { file }),
      });
  }

  /** Says that what comes now belongs to the next of its kind. */
  next(unit: Unit): void {
    this.#done[unit]++;
  }

  has(code: SitemapCode): boolean {
    return this.#counts.has(code);
  }

  /** In the order of the file. */
  list(): readonly SitemapFinding[] {
    return [...this.#list].sort((a, b) => a.line - b.line);
  }

  /** The worst first, then the most frequent. */
  counts(totals: Readonly<Record<Unit, number>>): readonly FindingCount[] {
    const counts = [...this.#counts].map(([code, { problems, affected }]) => {
      const { severity, of } = sitemapRules[code];
      return { code, severity, problems, affected, of: Math.max(totals[of], affected), unit: of };
    });
    return counts.sort((a, b) => 'EWI'.indexOf(a.severity) - 'EWI'.indexOf(b.severity) || b.problems - a.problems);
  }
}
