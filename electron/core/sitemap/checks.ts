import { append } from '#shared/lists.ts';
import type { SitemapProblem } from '#shared/model/page.ts';

const PROBLEMS_PER_CODE = 100;
const LONGEST_DETAIL = 200;

/** Collects problems; of each kind the first hundred, so that a hostile file cannot fill the store. */
export class ProblemList {
  readonly list: SitemapProblem[] = [];
  readonly #counts = new Map<string, number>();

  add(code: SitemapProblem['code'], line: number, detail: string): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= PROBLEMS_PER_CODE) this.list.push({ code, line, detail: detail.slice(0, LONGEST_DETAIL) });
    else if (count === PROBLEMS_PER_CODE + 1)
      this.list.push({ code, line, detail: 'Further problems of this kind are not listed.' });
  }

  /** Adds the problems of another list, of other kinds. */
  append({ list }: ProblemList): void {
    append(this.list, list);
  }
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const W3C_DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):?(\d\d)))?)?)?$/;

/** Whether a lastmod is a W3C date and time (NOTE-datetime, which sitemaps.org requires) that exists in the calendar. */
export function isW3cDate(value: string): boolean {
  const match = W3C_DATE.exec(value);
  if (!match) return false;
  const part = (index: number): number => Number(match[index] ?? 0);
  const year = part(1);
  const month = match[2] === undefined ? 1 : part(2);
  const day = match[3] === undefined ? 1 : part(3);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (year === 0 || day < 1 || day > (DAYS[month - 1] ?? 0) || (month === 2 && day === 29 && !leap)) return false;
  return part(4) < 24 && part(5) < 60 && part(6) <= 60 && part(7) < 24 && part(8) < 60;
}

/** Whether a priority is a number from 0.0 to 1.0. */
export function isPriority(value: string): boolean {
  return /^(?:0?\.\d+|[01]|1\.0+|0\.)$/.test(value);
}
