import { type CheckCount, type FindingItem, type NotCheckableReason, notCheckableReasons } from '#shared/model/audit.ts';
import { timeUpTo } from '../../instant.ts';
import { type Content, code, el, foreign, Markup } from '../markup.ts';
import { count, plural } from '../parts.ts';

/** Words and numbers of the report on a crawl. */

/** '0 %', '<1 %', '35 %', '>99 %'; '–' without a whole. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const share = (part / whole) * 100;
  if (part > 0 && share < 1) return '<1 %';
  if (part < whole && share > 99) return '>99 %';
  return `${Math.round(share)} %`;
}

/** '1,219 of 3,482 pages (35 %)' */
export const ofWhole = (part: number, whole: number, of: string): string =>
  `${count(part)} of ${count(whole)} ${of} (${shareText(part, whole)})`;

/** '87.3': never rounded up, so that only 100 is 100. */
export const scoreText = (value: number): string => (Math.floor(value * 10) / 10).toFixed(1);

const reasonsOf = ({ notCheckable }: CheckCount): readonly [NotCheckableReason, number][] =>
  (Object.entries(notCheckable) as [NotCheckableReason, number][]).filter(
    ([reason, value]) => reason in notCheckableReasons && value > 0,
  );

/** Of how many subjects a check could not say anything. */
export const notCheckableSum = (of: CheckCount): number => reasonsOf(of).reduce((sum, [, value]) => sum + value, 0);

/** 'not requested: blocked by robots.txt: 10; no response: 4'; of one reason without its number, '' for none. */
export function notCheckableReasonsText(of: CheckCount): string {
  const reasons = reasonsOf(of);
  const [only, ...others] = reasons;
  if (only && others.length === 0) return notCheckableReasons[only[0]];
  return reasons.map(([reason, value]) => `${notCheckableReasons[reason]}: ${count(value)}`).join('; ');
}

/** '14 (not requested: blocked by robots.txt: 10; no response: 4)', '0' for none. */
export function notCheckableText(of: CheckCount): string {
  const sum = notCheckableSum(of);
  return sum === 0 ? '0' : `${count(sum)} (${notCheckableReasonsText(of)})`;
}

/** Texts of the site are cut here, so that a report stays small. */
const longestText = 300;
const longestUrl = 600;

/** Hidden characters are shown by their code points, which takes many times their size: texts full of them are cut earlier. */
const cut = (text: string, most: number): string => {
  let kept = text.slice(0, most);
  while (Markup.html(kept).length > most * 2) kept = kept.slice(0, Math.floor(kept.length / 2));
  if (kept.length === text.length) return text;
  // A surrogate pair is not parted.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
};

export const clipText = (text: string): string => cut(text, longestText);
/** A URL as it is shown. */
export const address = (url: string): Content => code(cut(url, longestUrl));

const roleWords = {
  location: 'Location',
  status: 'status',
  'linked-from': 'linked from',
  raw: 'delivered',
  rendered: 'rendered',
  script: 'script',
} as const;

/** One piece of evidence: what was found, and where. */
export function evidenceText({ value, url, line, link, header, bytes, count: times, role }: FindingItem, own: string): Content {
  const place =
    line !== undefined
      ? `line ${count(line)}`
      : bytes !== undefined
        ? `byte ${count(bytes[0])} of the source`
        : header !== undefined
          ? `response header ${header + 1}`
          : link !== undefined
            ? `link ${link + 1} of the page`
            : '';
  const parts: Content[] = [];
  if (value !== undefined) parts.push(value === '' ? 'empty' : foreign(clipText(value)));
  if (times !== undefined && times > 1) parts.push(plural(times, 'time'));
  if (url !== undefined && url !== own) parts.push(address(url));
  if (place !== '') parts.push(el('span', { class: 'soft' }, place));
  return [role !== undefined && `${roleWords[role]} `, parts.map((part, at) => [at > 0 && ' · ', part])];
}

/** '2026-11-21 05:46 UTC' */
export const minuteText = (at: number): string => timeUpTo(at, 'minute');
