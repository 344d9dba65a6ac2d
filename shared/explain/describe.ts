import { figure } from './figure.ts';
import type { AdviceCase } from './reasons/reason.ts';
import { isReasonCode, type ReasonCode, reasons } from './reasons.ts';

/** Values for the `{names}` of a sentence, already readable: `line` → 'Line 12 (“Disallow: /private/”)'. */
export type DescribeParams = Readonly<Record<string, string | number>>;

const fill = (template: string, params: DescribeParams): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return value === undefined || value === '' ? `(${name} not recorded)` : String(value);
  });

/** One plain sentence for a reason. */
export const describe = (code: ReasonCode, params: DescribeParams): string => fill(reasons[code].sentence, params);

/** What the reader can do, '' when nothing. `cases` are the cases that apply now; the first one with advice decides. */
export function advise(code: ReasonCode, params: DescribeParams, cases: ReadonlySet<AdviceCase>): string {
  const { advice } = reasons[code];
  if (typeof advice === 'string') return fill(advice, params);
  const { otherwise, ...texts } = advice;
  const found = Object.entries(texts).find(([when]) => cases.has(when as AdviceCase));
  return fill(found?.[1] ?? otherwise, params);
}

/** '1 link', '1,200 links' */
export const linkCountWords = (count: number): string => `${figure(count)} ${count === 1 ? 'link' : 'links'}`;

/** Title for lists; an unknown code (a file of another version) is shown as it is. */
export const titleOf = (code: string): string => (isReasonCode(code) ? reasons[code].title : code);

/** 'Line 12 (“Disallow: /private/”)' */
export const lineWords = (line: number, text: string): string => `Line ${line} (“${text.trim()}”)`;
