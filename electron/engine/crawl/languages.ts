import { type LanguageDetector, loadLanguageDetector } from '#core/text/language.ts';

let loading: Promise<void> | null = null;
let detector: LanguageDetector | null = null;

/** Loads the language detector, once per thread. Await it before reading pages: without it, pages have no detected language. */
export function loadLanguages(): Promise<void> {
  loading ??= loadLanguageDetector(async () => (await import('../wasm/score-machine.ts')).startScores()).then(loaded => {
    detector = loaded;
  });
  return loading;
}

/** The detector of this thread; null before `loadLanguages` is done. */
export const languageDetector = (): LanguageDetector | null => detector;
