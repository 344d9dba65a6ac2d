import { grandfatheredTags, languages, regions, scripts, shorterCodes } from './language-codes.ts';

/** The parts of a language tag that say what a reader needs: `zh-Hant-TW`. Each in its usual case; '' when absent. */
export interface LanguageTag {
  /** Two to eight letters; '' for a private tag such as `x-house`. */
  language: string;
  script: string;
  region: string;
}

/** Why a tag is wrong: its form, or the part that no list knows. */
export type TagProblem = 'empty' | 'form' | 'language' | 'script' | 'region';

/** A wrong tag: the wrong part, and the code that was probably meant, '' when unknown. */
export interface TagFault {
  problem: TagProblem;
  part: string;
  suggestion: string;
}

/** Codes of countries and old codes that people write for a language, and the language's own code. Our own list. */
const MEANT_LANGUAGES: Readonly<Record<string, string>> = {
  cn: 'zh',
  cz: 'cs',
  dk: 'da',
  gr: 'el',
  il: 'he',
  in: 'id',
  iw: 'he',
  ji: 'yi',
  jp: 'ja',
  kz: 'kk',
  mo: 'ro',
  sh: 'sr',
  ua: 'uk',
  vn: 'vi',
};

/** Codes that people write for a country, and the country's own code. Our own list. */
const MEANT_REGIONS: Readonly<Record<string, string>> = { UK: 'GB', EN: 'GB', DA: 'DK', JA: 'JP', KO: 'KR', CS: 'CZ', ZH: 'CN' };

const LETTERS = /^[a-z]+$/i;
const ALPHANUMERIC = /^[a-z0-9]+$/i;

/**
 * The parts of a BCP 47 tag, or null when it is not well-formed (RFC 5646 §2.1): language, up to three extended languages, script,
 * region, variants, extensions, private use. A tag from before RFC 4646, such as `i-klingon`, has its first part as language. Letters
 * count in any case; white space makes a tag malformed. Linear in the tag.
 */
export function parseLanguageTag(tag: string): LanguageTag | null {
  const parts = tag.split('-');
  if (grandfatheredTags.has(tag.toLowerCase())) return { language: (parts[0] as string).toLowerCase(), script: '', region: '' };
  if (parts.some(part => part.length === 0 || part.length > 8 || !ALPHANUMERIC.test(part))) return null;
  if (parts[0]?.toLowerCase() === 'x') return parts.length > 1 ? { language: '', script: '', region: '' } : null;
  return readParts(parts);
}

function readParts(parts: readonly string[]): LanguageTag | null {
  const [first = ''] = parts;
  if (first.length < 2 || !LETTERS.test(first)) return null;
  let at = 1;
  const next = (): string => parts[at] ?? '';
  if (first.length <= 3) for (let n = 0; n < 3 && next().length === 3 && LETTERS.test(next()); n++) at++;
  const script = next().length === 4 && LETTERS.test(next()) ? next() : '';
  if (script !== '') at++;
  const region = /^([a-z]{2}|[0-9]{3})$/i.test(next()) ? next() : '';
  if (region !== '') at++;
  if (!endsWell(parts, at)) return null;
  const cased = script.charAt(0).toUpperCase() + script.slice(1).toLowerCase();
  return { language: first.toLowerCase(), script: cased, region: region.toUpperCase() };
}

/** Variants, then extensions of a single character, then private use: whether the rest of the tag is well-formed. */
function endsWell(parts: readonly string[], from: number): boolean {
  let at = from;
  const seen = new Set<string>();
  while (at < parts.length && isVariant(parts[at] as string)) {
    const variant = (parts[at] as string).toLowerCase();
    if (seen.has(variant)) return false;
    seen.add(variant);
    at++;
  }
  while (at < parts.length) {
    const singleton = (parts[at] as string).toLowerCase();
    if (singleton.length !== 1 || seen.has(singleton)) return false;
    if (singleton === 'x') return at + 1 < parts.length;
    seen.add(singleton);
    const begin = ++at;
    while (at < parts.length && (parts[at] as string).length > 1) at++;
    if (at === begin) return false;
  }
  return true;
}

const isVariant = (part: string): boolean => part.length >= 5 || (part.length === 4 && /^[0-9]/.test(part));

/**
 * What is wrong with the value of a lang attribute, or null. A language of two letters must be in ISO 639-1, a script in ISO 15924, a
 * region of letters in ISO 3166-1; languages of three letters are taken as they are (ISO 639-3 has 7,900).
 */
export function langFault(value: string): TagFault | null {
  const tag = value.trim();
  if (tag === '') return { problem: 'empty', part: '', suggestion: '' };
  const parsed = parseLanguageTag(tag);
  if (parsed === null) return { problem: 'form', part: tag, suggestion: repaired(tag) };
  const { language, script, region } = parsed;
  if (language.length === 2 && !languages.has(language)) return fault('language', language, MEANT_LANGUAGES[language]);
  if (script !== '' && !scripts.has(script)) return fault('script', script, '');
  if (/^[A-Z]/.test(region) && !regions.has(region)) return fault('region', region, MEANT_REGIONS[region]);
  return null;
}

/**
 * What is wrong with the value of an hreflang, or null. Search engines accept `x-default` and an ISO 639-1 language, then an ISO 15924
 * script, then an ISO 3166-1 region, the last two optional (Google Search Central, "Tell Google about localized versions of your
 * page"). `en-UK` is wrong, because the United Kingdom is GB.
 */
export function hreflangFault(value: string): TagFault | null {
  const tag = value.trim();
  if (tag.toLowerCase() === 'x-default') return null;
  const found = langFault(tag);
  if (found !== null) return found;
  const { language, script, region } = parseLanguageTag(tag) as LanguageTag;
  if (!languages.has(language)) return fault('language', language === '' ? tag : language, shorterCodes.get(language));
  if (region !== '' && !regions.has(region)) return fault('region', region, '');
  const plain = [language, script, region].filter(part => part !== '').join('-');
  return plain.length === tag.length ? null : fault('form', tag, plain);
}

const fault = (problem: TagProblem, part: string, suggestion: string | undefined): TagFault => ({
  problem,
  part,
  suggestion: suggestion ?? '',
});

/** `en_US` was meant as `en-US`. */
function repaired(tag: string): string {
  const hyphened = tag.replaceAll('_', '-');
  return hyphened !== tag && parseLanguageTag(hyphened) !== null ? hyphened : '';
}
