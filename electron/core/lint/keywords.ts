import { editDistance } from '../query/near.ts';
import type { Dialect, OtherKey, RecognisedKey } from '../robots/dialect.ts';
import { dialectById, dialectIds } from '../robots/dialects/registry.ts';
import { usersOf as userNames } from '../robots/proposed-keys.ts';

const MAIN: readonly RecognisedKey[] = ['user-agent', 'disallow', 'allow', 'sitemap', 'crawl-delay'];
const OTHER = [
  'host',
  'clean-param',
  'noindex',
  'nofollow',
  'noarchive',
  'request-rate',
  'visit-time',
  'robot-version',
  'content-signal',
  'content-usage',
  'license',
] as const;
export type KnownKey = RecognisedKey | (typeof OTHER)[number] | 'acap';

/** How a keyword got its meaning. `prefix`: it starts with a known keyword. `stray`: other characters precede it. */
export type Spelling = 'exact' | 'dash' | 'lookalike' | 'translated' | 'alias' | 'prefix' | 'stray' | 'near';
export interface Keyword {
  readonly means: KnownKey;
  readonly how: Spelling;
}

const known: ReadonlyMap<string, KnownKey> = new Map([...MAIN, ...OTHER].map(key => [key, key]));

/** The usual way to write a key. */
export const usual = (key: KnownKey): string => key.charAt(0).toUpperCase() + key.slice(1);

/** What page translation in browsers makes of the keywords. */
const TRANSLATED: Readonly<Partial<Record<RecognisedKey, readonly string[]>>> = {
  'user-agent': [
    'agente de usuario',
    'agente de usuário',
    'agente do usuário',
    'agente utente',
    'agent utilisateur',
    'agent-utilisateur',
    'benutzeragent',
    'benutzer-agent',
    'агент пользователя',
    'пользовательский агент',
    'агент користувача',
    'агент користувач',
  ],
  disallow: [
    'no permitir',
    'não permitir',
    'rechazar',
    'prohibir',
    'non consentire',
    'interdire',
    'refuser',
    'nicht zulassen',
    'verbieten',
    'niet toestaan',
    'запретить',
    'заборонити',
    'zabroń',
  ],
  allow: ['permitir', 'consentire', 'autoriser', 'zulassen', 'erlauben', 'toestaan', 'разрешить', 'дозволити', 'zezwól'],
  sitemap: ['mapa del sitio', 'plan du site', 'mappa del sito', 'карта сайта', 'карта сайту'],
};
const translated = new Map(
  Object.entries(TRANSLATED).flatMap(([key, words]) => words.map(word => [word, key as RecognisedKey] as const)),
);

const aliases: ReadonlyMap<string, RecognisedKey> = new Map(
  dialectIds().flatMap(id =>
    Object.entries(dialectById(id)?.aliases.value ?? {}).flatMap(([key, words]) =>
      (words ?? []).map(word => [word, key as RecognisedKey] as const),
    ),
  ),
);

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Cyrillic and Greek letters that look like Latin ones. */
const TWINS: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ԁ: 'd',
  ɡ: 'g',
  α: 'a',
  ο: 'o',
  ι: 'i',
  ν: 'v',
  ρ: 'p',
};

const plainLetters = (word: string): string =>
  [...word.normalize('NFKC').replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')]
    .map(letter => TWINS[letter] ?? letter)
    .join('')
    .replace(/["'`´“”„‘’«»]/g, '')
    .replace(DASHES, '-')
    .trim();

/** What a word before a colon means, null for one that resembles nothing. Words are compared without regard to case. */
export function readKeyword(word: string): Keyword | null {
  if (word.length > 60) return null;
  const lower = word.toLowerCase();
  const exact = known.get(lower);
  if (exact) return { means: exact, how: 'exact' };
  if (lower.startsWith('acap-')) return { means: 'acap', how: 'exact' };
  const dashed = known.get(lower.replace(DASHES, '-'));
  if (dashed) return { means: dashed, how: 'dash' };
  const foreign = translated.get(lower);
  if (foreign) return { means: foreign, how: 'translated' };
  const plain = known.get(plainLetters(lower));
  if (plain) return { means: plain, how: 'lookalike' };
  const alias = aliases.get(lower);
  if (alias) return { means: alias, how: 'alias' };
  const begun = MAIN.find(key => lower.startsWith(key) && /^[a-z]+$/.test(lower.slice(key.length)));
  if (begun) return { means: begun, how: 'prefix' };
  const behind = known.get(lower.replace(/^[^\p{L}]+/u, ''));
  if (behind) return { means: behind, how: 'stray' };
  if (!/^[a-z][a-z_ -]+$/.test(lower)) return null;
  const near = MAIN.find(key => lower.length >= 4 && editDistance(lower, key) <= (key.length <= 5 ? 1 : 2));
  return near ? { means: near, how: 'near' } : null;
}

/** Whether a dialect with these settings takes `word` for the key all the same. */
export function accepts(id: string, word: string, means: KnownKey): boolean {
  const dialect = dialectById(id);
  if (dialect === null) return false;
  const lower = word.toLowerCase();
  const spellings: readonly string[] = [means, ...(dialect.aliases.value[means as RecognisedKey] ?? [])];
  return dialect.keyMatch.value === 'prefix' ? spellings.some(spelling => lower.startsWith(spelling)) : spellings.includes(lower);
}

/** Whether a dialect uses a keyword for anything but access (`otherKeys`, which the parse view uses too). */
export const uses =
  (key: OtherKey) =>
  ({ otherKeys }: Pick<Dialect, 'otherKeys'>): boolean =>
    otherKeys.value.includes(key);

/** The names of the dialects that use a keyword, for people: `Protego, Scrapy`, or `no crawler we know`. */
export const usersOf = (key: OtherKey): string => userNames(key) || 'no crawler we know';
