import { reasonOf } from '#shared/explain/reasons.ts';
import type { Initiator, ScriptPlace } from '#shared/model/rendering.ts';
import type { RenderingSummary, RequestOutcome } from '#shared/model/rendering-view.ts';
import { shortUrl } from '../../../ui/text/format.ts';

/** Renderings in words. */

const failures: Readonly<Record<string, string>> = {
  crashed: 'The browser crashed on this page.',
  timeout: 'The page did not come to an end in time.',
  waited: 'The page waited for its requests longer than a page may.',
  memory: 'The page used more memory than a page may use.',
  'too-large': 'The document that came out is larger than a page may be.',
  left: 'A script moved the page to another address, which is not followed.',
  'no-browser': 'There is no browser that could render the page.',
  stopped: 'The rendering was stopped.',
  'not-http': 'Only pages of http: and https: are rendered.',
  'not-a-page': 'Only HTML responses with status 200 to 299 are rendered.',
  'not-stored': 'The response is not stored, so it could not be rendered.',
};

/** Why a page could not be rendered; a cause of a later version is named as it is. */
export const failureWords = (result: string): string => failures[result] ?? `The page could not be rendered: ${result}.`;

const endings: Readonly<Record<string, string>> = {
  load: 'ended with the load event',
  idle: 'ended when no request was left',
  selector: 'ended when the element was there',
  fixed: 'ended after the time of the settings',
  cap: 'cut off at the longest time for a page',
};
export const endingWords = (endedBy: string): string => endings[endedBy] ?? endedBy;

export const outcomeWords: Readonly<Record<RequestOutcome, string>> = {
  answered: 'answered',
  blocked: 'blocked',
  failed: 'failed',
  refused: 'refused',
};
export const outcomeTones: Readonly<Record<RequestOutcome, string>> = {
  answered: '',
  blocked: 'bad',
  failed: 'warn',
  refused: 'warn',
};

/** The reason of a lost request: the title of a known code, or the sentence that is stored. */
export const detailWords = (detail: string): string => reasonOf(detail)?.title ?? detail;

/** 'app.js:12:3 in render' */
export function placeWords({ url, line, column, function: name }: ScriptPlace, base: string): string {
  const file = url === '' ? 'a script of the page' : shortUrl(url, base);
  return `${file}:${line}:${column}${name === '' ? '' : ` in ${name}`}`;
}

/** What made the page send a request. */
export function initiatorWords(initiator: Initiator, base: string): string {
  if (initiator.kind === 'script') return placeWords(initiator.place, base);
  if (initiator.kind === 'other') return 'the browser';
  const { url, line } = initiator;
  const where = url === '' || url === base ? 'the page' : shortUrl(url, base);
  return line > 0 ? `${where}, line ${line}` : where;
}

export const variantWords = {
  obeying: 'as robots.txt allows',
  freed: 'with blocked resources freed',
} as const satisfies Record<RenderingSummary['variant'], string>;
