import type { LanguageScore } from './language-scores.ts';
import type { StartScores } from './score-machine.ts';

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
/** A sample starts after the first space among so many units. */
const mostCut = 40;
const SPACE = 32;
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

/**
 * Finds the language of a text, given as its UTF-16 units, which may change after the call; null without letters it knows. Bounded
 * time, whatever the text: under 0.1 ms.
 */
export type LanguageDetector = (units: Uint16Array) => DetectedLanguage | null;

/**
 * Loads the detector, 0.5 MB of data: about 20 ms at the first call, once per process. Code that needs no languages
 * never loads it. `start`: where the platform has a machine for the scores; the answers are the same. See docs/decisions/0035-language-detection.md.
 */
export async function loadLanguageDetector(start: StartScores = () => Promise.resolve(null)): Promise<LanguageDetector> {
  const [{ LanguageScores }, { languageData }, machine] = await Promise.all([
    import('./language-scores.ts'),
    import('./language-data.ts'),
    start(),
  ]);
  const scores = new LanguageScores(languageData, machine);
  return units => detectedIn(samplesOf(units), sample => scores.of(sample));
}

/** The language of most samples, by their lengths and clearness; of equals the first. */
function detectedIn(samples: readonly Uint16Array[], scoreOf: (sample: Uint16Array) => LanguageScore): DetectedLanguage | null {
  const languages: string[] = [];
  const shares: number[] = [];
  let whole = 0;
  for (const sample of samples) {
    const { language, first, second, isReliable } = scoreOf(sample);
    whole += sample.length;
    if (language === '') continue;
    let at = languages.indexOf(language);
    if (at < 0) at = languages.push(language) - 1;
    const clear = isReliable ? sample.length * Math.min(1, (first - second) / clearLead) : 0;
    shares[at] = (shares[at] ?? 0) + clear;
  }
  let best = 0;
  for (let at = 1; at < shares.length; at++) if ((shares[at] as number) > (shares[best] as number)) best = at;
  const language = languages[best];
  return language === undefined ? null : { language, confidence: (shares[best] as number) / whole };
}

/** Up to three samples: from the start, the middle and the end of the examined text. Each is cut at a space if there is one. */
function samplesOf(units: Uint16Array): Uint16Array[] {
  const length = Math.min(units.length, looked);
  if (length <= sampleLength) return [units];
  const count = Math.min(samples, Math.floor(length / sampleLength));
  const step = count === 1 ? 0 : (length - sampleLength) / (count - 1);
  const found: Uint16Array[] = [];
  for (let i = 0; i < count; i++) found.push(sampleAt(units, Math.round(i * step)));
  return found;
}

function sampleAt(units: Uint16Array, from: number): Uint16Array {
  const end = from + sampleLength;
  if (from > 0) for (let at = from; at < from + mostCut; at++) if (units[at] === SPACE) return units.subarray(at + 1, end);
  return units.subarray(from, end);
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
