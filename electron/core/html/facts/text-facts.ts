import type { PageFacts, TextFacts } from '#shared/model/page-facts.ts';
import type { DetectedLanguage, LanguageDetector } from '../../text/language.ts';
import { PhraseSet } from '../../text/phrase-set.ts';
import { errorTexts } from '../../text/phrases/error-texts.ts';
import { placeholderText } from '../../text/phrases/placeholder-text.ts';
import { softNotFound } from '../../text/phrases/soft-404.ts';
import { readability } from '../../text/readability.ts';
import { signatureOf } from '../../text/signature.ts';
import type { ReadableText } from './area-text.ts';
import { base64 } from './lists.ts';

const longestExcerpt = 300;
/** Characters whose language is detected: of one sample at first, of all where the sample leaves a doubt. */
const longestForLanguage = 900;
const firstSample = 280;
/** A detected language counts for more than the declared one from this confidence. */
const sureOfLanguage = 0.9;
/** Characters whose reading ease is measured: two to three pages of a book. */
const longestForReading = 5_000;
/** Flesch's formula is made for samples of a hundred words. */
const leastForReading = 100;
/** A text of fewer words and characters says too little for a near duplicate. */
const leastForSignature = { words: 20, characters: 150 } as const;
/** Characters that a signature is made of: about 20,000 words. */
const longestForSignature = 120_000;
/** Characters in which placeholder text and errors of programs are looked for. */
const longestForMarks = 120_000;
const mostMarks = 200;

/** What is read with the text: title, first heading, declared language. */
export interface TextSurroundings {
  readonly title: string;
  readonly heading: string;
  readonly lang: string;
  readonly detectLanguage: LanguageDetector | null;
}

/** The facts of a page's readable text. */
export function textFacts(read: ReadableText, around: TextSurroundings): Pick<PageFacts, 'text' | 'textHash' | 'signature'> {
  const { main, area, all } = read;
  const size = sizeOf(all);
  const { words, hash } = wordsAndHash(main);
  const copyright = newestCopyright(all);
  const detected = detectedIn(main, around);
  const language = languageOf(detected, around.lang);
  const text: TextFacts = {
    ...size,
    words,
    area,
    ...(detected === null ? {} : { language: detected.language, confidence: Math.round(detected.confidence * 100) / 100 }),
    ...readingOf(main, words, language),
    ...marksOf(all, main),
    ...notFoundOf(around, language),
    ...(copyright === 0 ? {} : { copyright }),
    ...(main === '' ? {} : { excerpt: main.slice(0, longestExcerpt).replaceAll('\n', ' ') }),
  };
  if (main === '') return { text };
  const signature =
    words < leastForSignature.words && main.length < leastForSignature.characters
      ? null
      : signatureOf(main.slice(0, longestForSignature));
  return { text, textHash: hash, ...(signature === null ? {} : { signature: base64(signature) }) };
}

/** The language of a text. Where one sample is clearly in the language that the page declares, no more are looked at. */
function detectedIn(main: string, { lang, detectLanguage }: TextSurroundings): DetectedLanguage | null {
  if (main === '' || detectLanguage === null) return null;
  const looked = main.length <= longestForLanguage ? main : spread(main);
  if (lang !== '' && looked.length > firstSample) {
    const at = Math.floor((looked.length - firstSample) / 2);
    const found = detectLanguage(looked.slice(at, at + firstSample));
    if (found !== null && found.confidence >= sureOfLanguage && found.language === declaredBase(lang)) return found;
  }
  return detectLanguage(looked);
}

/** Beginning, middle and end of a text: a notice in another language at its beginning is not the page's language. */
function spread(main: string): string {
  const third = longestForLanguage / 3;
  const middle = Math.floor((main.length - third) / 2);
  return main.slice(0, third) + main.slice(middle, middle + third) + main.slice(-third);
}

const declaredBase = (lang: string): string => lang.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** The page's language, null where nothing says: as detected where that is sure, else as declared, else as detected. */
function languageOf(detected: DetectedLanguage | null, lang: string): string | null {
  if (detected !== null && detected.confidence >= sureOfLanguage) return detected.language;
  const declared = declaredBase(lang);
  return declared !== '' ? declared : (detected?.language ?? null);
}

function readingOf(main: string, words: number, language: string | null): Pick<TextFacts, 'flesch'> {
  if (language === null || words < leastForReading) return {};
  const read = readability(main.slice(0, longestForReading), language);
  return read === null ? {} : { flesch: Math.round(read.score * 10) / 10 };
}

const errors = new Set(errorTexts.phrases);
const marks = new PhraseSet([...placeholderText.phrases, ...errorTexts.phrases]);

/** Words of placeholder text in the main content, and the first error of a program anywhere on the page. */
function marksOf(all: readonly string[], main: string): Pick<TextFacts, 'lorem' | 'errorText'> {
  let lorem = 0;
  let errorText = '';
  for (const text of all)
    for (const { phrase } of marks.findAll(text.slice(0, longestForMarks), mostMarks)) {
      if (!errors.has(phrase)) lorem += text === main ? phrase.split(' ').length : 0;
      else if (errorText === '') errorText = phrase;
    }
  return { ...(lorem === 0 ? {} : { lorem }), ...(errorText === '' ? {} : { errorText }) };
}

function notFoundOf({ title, heading }: TextSurroundings, language: string | null): Pick<TextFacts, 'notFound'> {
  if (title === '' && heading === '') return {};
  const phrases = softNotFound(language);
  const found = phrases.find(title.slice(0, 500)) ?? phrases.find(heading.slice(0, 500));
  return found === null ? {} : { notFound: found.phrase };
}

/** Words of a text whose white space is collapsed, and 64 bits of it as 16 hex digits: two 32-bit hashes, each mixed at the end. */
function wordsAndHash(text: string): { readonly words: number; readonly hash: string } {
  let words = text === '' ? 0 : 1;
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c === 32 || c === 10) {
      // Where a block ends is no difference to a reader.
      c = 32;
      words += 1;
    }
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 13;
  }
  return { words, hash: hex(mixed(a ^ text.length)) + hex(mixed(b)) };
}

/** Bytes in UTF-8, and code points. */
function sizeOf(texts: readonly string[]): { readonly bytes: number; readonly characters: number } {
  let bytes = 0;
  let characters = 0;
  for (const text of texts) {
    bytes += text.length;
    characters += text.length;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c < 128) continue;
      bytes += c < 2_048 ? 1 : 2;
      if (c < 0xd800 || c >= 0xdc00 || i + 1 >= text.length) continue;
      // A pair of units is one code point of four bytes.
      characters -= 1;
      i += 1;
    }
  }
  return { bytes, characters };
}

const copyrightYear = /(?:©|&copy;|\(c\)|copyright)\s{0,3}(?:©\s{0,3})?(?:(\d{4})\s{0,2}[-–—]\s{0,2})?(\d{4})/gi;

/** The newest year beside a copyright sign; 0 for none. */
function newestCopyright(texts: readonly string[]): number {
  let newest = 0;
  for (const text of texts)
    for (const [, from, to] of text.matchAll(copyrightYear))
      for (const year of [Number(from ?? 0), Number(to)]) if (year >= 1980 && year <= 2100 && year > newest) newest = year;
  return newest;
}

/** MurmurHash3's finalizer. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
