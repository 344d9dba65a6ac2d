import { durationWords } from '#shared/explain/duration.ts';
import { sizeWords } from '#shared/explain/size.ts';

/** Numbers and times as a reader sees them. English, like every sentence of the window. */

const whole = new Intl.NumberFormat('en-US');
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const countWords = (n: number): string => whole.format(n);

/** '1 URL', '2,000 URLs' */
export const plural = (n: number, one: string, many = `${one}s`): string => `${countWords(n)} ${n === 1 ? one : many}`;

/** '0 %', '<1 %', '12 %'; '–' without a denominator. */
export function percent(part: number, all: number): string {
  if (all <= 0) return '–';
  const share = (part / all) * 100;
  if (part > 0 && share < 1) return '<1 %';
  if (part < all && share > 99) return '>99 %';
  return `${Math.round(share)} %`;
}

/** Bytes in decimal units: '512 B', '1.2 MB'. */
export const bytesWords = (bytes: number): string => sizeWords(bytes);

/** '06:35:31' */
export const clockTime = (at: number): string => clock.format(at);
export const timeWords = (at: number): string => moment.format(at);
export const durationText = (ms: number): string => durationWords(ms);

/** 'example.com:8080' of a URL or origin; the text itself when it is neither. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch (error) {
    if (error instanceof TypeError) return url;
    throw error;
  }
}

/** The part of a URL after the origin it shares with `base`, else the whole URL. */
export function shortUrl(url: string, base: string): string {
  const origin = /^https?:\/\/[^/?#]+(?=\/)/i.exec(base)?.[0] ?? '';
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** A value as one omnibox word, quoted when it contains white space or quotes. */
export const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);

/** The filter for the URLs a robots.txt line decides. */
export const lineFilter = (line: number, origin: string): string => `line:${line} site:${hostOf(origin)}`;

/** Colour family of an HTTP status. */
export function statusTone(status: number | null): 'ok' | 'warn' | 'bad' | 'none' {
  if (status === null || status === 0) return 'none';
  if (status < 300) return 'ok';
  return status < 400 ? 'warn' : 'bad';
}

/** Colour family of a verdict word. */
export function verdictTone(verdict: string): 'ok' | 'warn' | 'bad' | 'none' {
  if (verdict === 'yes' || verdict === 'accept') return 'ok';
  if (verdict === 'no' || verdict === 'reject') return 'bad';
  return verdict === 'url-only' || verdict === 'defer' ? 'warn' : 'none';
}

/** Verdict words for people. */
export const verdictWords: Readonly<Record<string, string>> = {
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown',
  'url-only': 'URL only',
  none: 'No links',
};

/** A text of at most `most` characters: of a longer one the middle goes, the beginning and the end stay. */
export function cutMiddle(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}
