import { elementNotes, type PageFacts } from '#shared/model/page-facts.ts';
import { plainFacts, readFacts } from '../facts/read-facts.ts';
import { jsonForm } from '../facts/sections.ts';
import type { ReadDb } from '../file/handle.ts';
import { isCount, isObject, isPlace, isText, isTrue, shape, type Test } from '../file/shapes.ts';
import { type TextsByNumber, WordTexts } from '../file/words.ts';
import { isStructuredData } from './structured-form.ts';

const placedText = shape({ text: isText, at: isPlace }, { inBody: isTrue });
const href = { href: isText, at: isPlace };
const placedHref = shape(href, { inBody: isTrue });
const namedMeta = shape({ name: isText, content: isText, at: isPlace }, { inBody: isTrue });
const noteKinds: ReadonlySet<unknown> = new Set(elementNotes);

/** Lists keep the entries that have their form. */
const lists: Readonly<Record<string, Test>> = {
  document: isText,
  bases: placedHref,
  titles: placedText,
  descriptions: placedText,
  keywords: placedText,
  viewports: placedText,
  robots: namedMeta,
  social: namedMeta,
  canonicals: shape(href, { inBody: isTrue, extra: isText }),
  hreflangs: shape({ ...href, lang: isText }, { inBody: isTrue }),
  next: placedHref,
  prev: placedHref,
  amp: placedHref,
  mobile: placedHref,
  icons: placedHref,
  feeds: placedHref,
  headings: shape({ level: isCount, text: isText, at: isPlace }, { alt: isTrue }),
  images: shape(
    { src: isText, at: isPlace },
    { alt: isText, sized: isTrue, width: isCount, lazy: isTrue, onlyLinkContent: isTrue, decorative: isTrue, modern: isTrue },
  ),
  forms: shape({ action: isText, at: isPlace }, { hasPassword: isTrue }),
  notes: shape({ kind: value => noteKinds.has(value), text: isText, at: isPlace }),
  oddLinks: shape({ href: isText, why: isText, at: isPlace }),
  paths: isText,
  fragments: value => Array.isArray(value) && isCount(value[0]) && isText(value[1]),
};

const single: Readonly<Record<string, Test>> = {
  doctype: isText,
  lang: isText,
  isAmp: isTrue,
  metaCharset: isText,
  metaCharsetAt: isPlace,
  hasMark: isTrue,
  headEndedBy: placedText,
  refresh: shape({ ...href, seconds: isCount }),
  metaCsp: isText,
  metaReferrer: isText,
  ids: isText,
  textHash: isText,
  signature: isText,
  structured: isStructuredData,
};

const isTextFacts = shape(
  { bytes: isCount, characters: isCount, words: isCount, area: isText },
  {
    language: isText,
    confidence: isCount,
    flesch: value => typeof value === 'number',
    lorem: isCount,
    notFound: isText,
    errorText: isText,
    copyright: isCount,
    excerpt: isText,
  },
);

/**
 * Reads the facts of a page from their JSON, as files up to version 20 have it. Null where there are none, where another
 * version of the format wrote them, or where they are damaged as a whole. Single damaged values are omitted, so that
 * checks can trust what they read.
 */
export function decodePageFacts(json: string | null): PageFacts | null {
  if (json === null) return null;
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isObject(read) || read['v'] !== 1 || !isTextFacts(read['text'])) return null;
  if (!isCount(read['elements']) || !isCount(read['deepest'])) return null;
  for (const name of Object.keys(read)) {
    const value = read[name];
    const ofList = lists[name];
    const ofOne = single[name];
    if (ofList !== undefined) {
      if (!Array.isArray(value)) delete read[name];
      else if (!value.every(ofList)) read[name] = value.filter(ofList);
    } else if (ofOne !== undefined && !ofOne(value)) delete read[name];
    else if (name === 'dropped' && !(isObject(value) && Object.values(value).every(isCount))) delete read[name];
  }
  return read as unknown as PageFacts;
}

/** What `page.facts` holds: the packed form, the JSON of an older file, or nothing. */
export type StoredFacts = Buffer | string | null;

/**
 * Reads the facts of a page from `page.facts`, in either form. Lists of the packed form are read when they are asked for:
 * the fields are getters, and `plainFacts` copies them.
 */
export function factsReader(words: TextsByNumber): (stored: StoredFacts) => PageFacts | null {
  return stored => {
    if (stored === null || typeof stored === 'string') return decodePageFacts(stored);
    return stored[0] === jsonForm ? decodePageFacts(stored.toString('utf8', 1)) : readFacts(stored, words);
  };
}

/** The JSON of what `page.facts` holds, as it was stored in either form, damaged or not; null for nothing. */
export function factsText(words: TextsByNumber): (stored: StoredFacts) => string | null {
  const read = factsReader(words);
  return stored => {
    if (stored === null || typeof stored === 'string') return stored;
    if (stored[0] === jsonForm) return stored.toString('utf8', 1);
    const facts = read(stored);
    return facts && JSON.stringify(plainFacts(facts));
  };
}

/** Reads the facts of a page by the id of its URL; null where the file has none. */
export function pageFactsOf(db: ReadDb): (urlId: number) => PageFacts | null {
  const stored = db.prepare('SELECT facts FROM page WHERE url_id = ?').pluck();
  const read = factsReader(new WordTexts(db));
  return urlId => {
    const facts = read((stored.get(urlId) as StoredFacts | undefined) ?? null);
    return facts && plainFacts(facts);
  };
}
