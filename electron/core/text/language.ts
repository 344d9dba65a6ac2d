import type { LanguageScore } from './language-scores.ts';

/** The language that most of a text is in. */
export interface DetectedLanguage {
  /** ISO 639-1; Norwegian is `no`, whichever of its forms. */
  language: string;
  /**
   * 0 to 1: the share of the samples that are clearly in this language. A sample counts in full when its lead over the next language is
   * 0.02 or more on the detector's scale, and in part below. It does not count when the detector is unsure or names another.
   */
  confidence: number;
}

/** Only so many characters of a text are looked at, in three samples. */
const looked = 1_500;
const sampleLength = 300;
const samples = 3;
const clearLead = 0.02;

/** The languages that the detector knows (eld 2.1, size "extrasmall"), ISO 639-1. */
export const detectableLanguages: ReadonlySet<string> = new Set(
  (
    'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ' +
    'ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'
  ).split(' '),
);

/** Languages that the detector does not tell apart, by the name it gives: a page that declares one of them is not contradicted. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  no: ['nb', 'nn', 'da'],
  da: ['no', 'nb', 'nn'],
  ms: ['id'],
  hr: ['bs', 'sr', 'sh'],
  sr: ['bs', 'hr', 'sh'],
  tl: ['fil'],
  zh: ['yue', 'wuu', 'cmn', 'lzh'],
  fa: ['prs'],
  he: ['iw'],
};

/** Finds the language of a text; null without letters it knows. Bounded time, whatever the text: under 0.1 ms. */
export type LanguageDetector = (text: string) => DetectedLanguage | null;

/**
 * Loads the detector, 0.5 MB of data: about 20 ms at the first call, once per process. Code that needs no languages
 * never loads it. See docs/decisions/0035-language-detection.md.
 */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const [{ LanguageScores }, { languageData }] = await Promise.all([
    import('./language-scores.ts'),
    import('./language-data.ts'),
  ]);
  const scores = new LanguageScores(languageData);
  return text => {
    const named = samplesOf(text).map(sample => judged(scores.of(sample), sample.length));
    const shares = new Map<string, number>();
    for (const { language, clear } of named) if (language !== '') shares.set(language, (shares.get(language) ?? 0) + clear);
    const [best] = [...shares].sort(([, a], [, b]) => b - a);
    if (best === undefined) return null;
    const whole = named.reduce((sum, { length }) => sum + length, 0);
    return { language: best[0], confidence: best[1] / whole };
  };
}

/** The share of the sample's text, by length, that supports its language. */
function judged({ language, first, second, isReliable }: LanguageScore, length: number): Judged {
  return { language, clear: isReliable ? length * Math.min(1, (first - second) / clearLead) : 0, length };
}

interface Judged {
  readonly language: string;
  readonly clear: number;
  readonly length: number;
}

/** Up to three samples: from the start, the middle and the end of the examined text. Each is cut at a space if there is one. */
function samplesOf(text: string): string[] {
  const head = text.slice(0, looked);
  if (head.length <= sampleLength) return head.trim() === '' ? [] : [head];
  const count = Math.min(samples, Math.floor(head.length / sampleLength));
  const step = count === 1 ? 0 : (head.length - sampleLength) / (count - 1);
  return Array.from({ length: count }, (_, i) => sampleAt(head, Math.round(i * step)));
}

function sampleAt(head: string, from: number): string {
  const sample = head.slice(from, from + sampleLength);
  if (from === 0) return sample;
  const space = sample.indexOf(' ');
  return space >= 0 && space < 40 ? sample.slice(space + 1) : sample;
}

/**
 * Whether a detected language contradicts a declared one (a tag such as `de-AT`). null: cannot be said, because the detector does not
 * know the declared language and names a neighbour instead. Languages that it does not tell apart do not contradict each other.
 */
export function contradicts(declared: string, detected: string): boolean | null {
  const language = (declared.trim().split(/[-_]/)[0] as string).toLowerCase();
  if (language === detected || (TOGETHER[detected] ?? []).includes(language)) return false;
  return detectableLanguages.has(language) ? true : null;
}
