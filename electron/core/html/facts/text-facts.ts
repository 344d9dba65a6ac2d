import type { PageFacts, TextFacts } from '#shared/model/page-facts.ts';
import type { DetectedLanguage, LanguageDetector } from '../../text/language.ts';
import { errorTexts } from '../../text/phrases/error-texts.ts';
import { softNotFound } from '../../text/phrases/soft-404.ts';
import { isUnspacedText } from '../../text/word-class.ts';
import type { ReadableText } from './area-text.ts';
import type { Writable } from './lists.ts';
import type { TextOfArea } from './text-reader.ts';

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
/** Characters that a signature is made of, and in which placeholder text and errors of programs are looked for: about 20,000 words. */
const longestCounted = 120_000;

/** What is read with the text: title, first heading, declared language. */
export interface TextSurroundings {
  readonly title: string;
  readonly heading: string;
  readonly lang: string;
  readonly detectLanguage: LanguageDetector | null;
}

/** The facts of a page's readable text. */
export function textFacts(read: ReadableText, around: TextSurroundings): Pick<PageFacts, 'text' | 'textHash' | 'signature'> {
  const { main, area, all, reader } = read;
  const { length } = main;
  // First, as the detector may be anybody's: the reader keeps one page.
  const detected = detectedIn(main, around);
  const { copyright, errors: found } = readAreas(read);
  const { words } = reader;
  const language = languageOf(detected, around.lang);
  // One by one: V8 makes a literal of many spreads in the slow way.
  const text: Writable<TextFacts> = { bytes: 0, characters: 0, words, area };
  for (const one of all) {
    text.bytes += one.bytes;
    text.characters += one.characters;
  }
  if (detected !== null) {
    text.language = detected.language;
    text.confidence = Math.round(detected.confidence * 100) / 100;
  }
  const flesch = readingOf(read, words, language);
  if (flesch !== null) text.flesch = flesch;
  const lorem = loremOf(reader.phrases);
  if (lorem > 0) text.lorem = lorem;
  const errorText = found.find(phrase => phrase !== '');
  if (errorText !== undefined) text.errorText = errorText;
  const notFound = notFoundOf(around, language);
  if (notFound !== null) text.notFound = notFound;
  if (copyright !== 0) text.copyright = copyright;
  if (length === 0) return { text };
  const beginning = reader.beginning(main, Math.min(length, longestExcerpt));
  if (isUnspacedText(beginning)) text.excerpt = beginning.replaceAll('\n', ' ');
  const isShort = words < leastForSignature.words && length < leastForSignature.characters;
  const signature = isShort ? null : reader.signature();
  const textHash = reader.hash();
  return signature === null ? { text, textHash } : { text, textHash, signature };
}

/** The language of a text. Where one sample is clearly in the language that the page declares, no more are looked at. */
function detectedIn(main: TextOfArea, { lang, detectLanguage }: TextSurroundings): DetectedLanguage | null {
  if (main.length === 0 || detectLanguage === null) return null;
  const looked = spread(main);
  if (lang !== '' && looked.length > firstSample) {
    const at = Math.floor((looked.length - firstSample) / 2);
    const found = detectLanguage(looked.subarray(at, at + firstSample));
    if (found !== null && found.confidence >= sureOfLanguage && found.language === declaredBase(lang)) return found;
  }
  return detectLanguage(looked);
}

/** Every text is read in it. */
const spreadUnits = new Uint16Array(longestForLanguage);

/** Beginning, middle and end of a text: a notice in another language at its beginning is not the page's language. */
function spread({ units, length }: TextOfArea): Uint16Array {
  if (length <= longestForLanguage) return units.subarray(0, length);
  const third = longestForLanguage / 3;
  const middle = Math.floor((length - third) / 2);
  spreadUnits.set(units.subarray(0, third));
  spreadUnits.set(units.subarray(middle, middle + third), third);
  spreadUnits.set(units.subarray(length - third, length), 2 * third);
  return spreadUnits;
}

const declaredBase = (lang: string): string => lang.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** The page's language, null where nothing says: as detected where that is sure, else as declared, else as detected. */
function languageOf(detected: DetectedLanguage | null, lang: string): string | null {
  if (detected !== null && detected.confidence >= sureOfLanguage) return detected.language;
  const declared = declaredBase(lang);
  return declared !== '' ? declared : (detected?.language ?? null);
}

/** The reading ease to one decimal; null where it cannot be said. */
function readingOf({ main, reader }: ReadableText, words: number, language: string | null): number | null {
  if (language === null || words < leastForReading) return null;
  const read = reader.readability(main, Math.min(main.length, longestForReading), language);
  return read === null ? null : Math.round(read.score * 10) / 10;
}

const errors = new Set(errorTexts.phrases);

interface AreaMarks {
  readonly copyright: number;
  /** The first error of a program in each area, '' for none. */
  readonly errors: readonly string[];
}

const errorIn = (phrases: readonly string[]): string => phrases.find(phrase => errors.has(phrase)) ?? '';

/** Reads every area, the main content last, because the reader keeps the results of the last area. */
function readAreas({ all, main, reader }: ReadableText): AreaMarks {
  let copyright = 0;
  const found = all.map(() => '');
  const read = (at: number): void => {
    reader.read(all[at] as TextOfArea, longestCounted);
    copyright = Math.max(copyright, reader.newestCopyright);
    found[at] = errorIn(reader.phrases);
  };
  const last = all.indexOf(main);
  for (let at = 0; at < all.length; at++) if (at !== last && (all[at] as TextOfArea).length > 0) read(at);
  read(last);
  return { copyright, errors: found };
}

/** Words of placeholder text in the main content. */
function loremOf(phrases: readonly string[]): number {
  let lorem = 0;
  for (const phrase of phrases) if (!errors.has(phrase)) lorem += phrase.split(' ').length;
  return lorem;
}

/** The phrase that says "not found"; null for none. */
function notFoundOf({ title, heading }: TextSurroundings, language: string | null): string | null {
  if (title === '' && heading === '') return null;
  const phrases = softNotFound(language);
  return (phrases.find(title.slice(0, 500)) ?? phrases.find(heading.slice(0, 500)))?.phrase ?? null;
}
