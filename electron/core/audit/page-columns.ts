import type { PageFacts } from '#shared/model/page-facts.ts';
import { characters } from '../text/characters.ts';
import { pixelWidth } from '../text/pixel-width.ts';
import { descriptionOf, firstHeading, titleOf } from './checks/readable.ts';

/** Single values of a page that lists of URLs sort and filter by. The keys are those of the columns. Null: the page has none. */
export interface PageColumns {
  readonly title: string | null;
  /** Characters as a reader sees them. */
  readonly titleLength: number | null;
  /** CSS pixels in a search result, rounded up. */
  readonly titlePixels: number | null;
  readonly titles: number;
  readonly description: string | null;
  readonly descriptionLength: number | null;
  readonly descriptionPixels: number | null;
  readonly descriptions: number;
  readonly h1: string | null;
  readonly h1Length: number | null;
  readonly h1Count: number;
  readonly h2Count: number;
  readonly words: number;
  /** Flesch reading ease, 0 to 100. */
  readonly readability: number | null;
  /** Per cent of the body's bytes. */
  readonly textRatio: number | null;
  readonly lang: string | null;
  readonly detectedLang: string | null;
  readonly images: number;
  readonly imagesWithoutAlt: number;
  readonly hreflangs: number;
  readonly structuredTypes: string | null;
  readonly textHash: string | null;
}

/** Every key, in the order of `pageColumns`. */
export const pageColumnKeys = [
  'title',
  'titleLength',
  'titlePixels',
  'titles',
  'description',
  'descriptionLength',
  'descriptionPixels',
  'descriptions',
  'h1',
  'h1Length',
  'h1Count',
  'h2Count',
  'words',
  'readability',
  'textRatio',
  'lang',
  'detectedLang',
  'images',
  'imagesWithoutAlt',
  'hreflangs',
  'structuredTypes',
  'textHash',
] as const satisfies readonly (keyof PageColumns)[];

/** The columns as a URL has them, which need not be a page. */
export type StoredPageColumns = { readonly [K in keyof PageColumns]: PageColumns[K] | null };

/** The columns of what is no page, or of a page without facts. */
export const noPageColumns = Object.fromEntries(pageColumnKeys.map(key => [key, null])) as unknown as StoredPageColumns;

/** The longest tag of a language that is stored. Real ones have up to 35 characters (RFC 5646 §4.4.1). */
const longestTag = 35;
/** Types of structured data that are listed, and characters of the whole list. */
const mostTypes = 20;
const longestTypes = 500;

/** The columns of a text, in characters and pixels. Null where there is no text. */
export function textWidths(text: string | null, font: 'title' | 'description') {
  return text === null || text === ''
    ? { length: null, pixels: null }
    : { length: characters(text), pixels: Math.ceil(pixelWidth(text, font)) };
}

/** A declared language as it is stored: trimmed, null for none. */
export const storedTag = (tag: string | null | undefined): string | null => tag?.trim().slice(0, longestTag) || null;

/** `bytes`: size of the decoded body. The texts are those that the checks of the audit compare. */
export function pageColumns(facts: PageFacts, bytes: number): PageColumns {
  const { titles = [], descriptions = [], headings = [], images = [], hreflangs = [], dropped = {}, text } = facts;
  const title = titleOf(facts)?.text ?? null;
  const description = descriptionOf(facts)?.text ?? null;
  const h1 = firstHeading(facts, 1)?.text ?? null;
  const titleWidths = textWidths(title, 'title');
  const descriptionWidths = textWidths(description, 'description');
  return {
    title,
    titleLength: titleWidths.length,
    titlePixels: titleWidths.pixels,
    titles: titles.length + (dropped['titles'] ?? 0),
    description,
    descriptionLength: descriptionWidths.length,
    descriptionPixels: descriptionWidths.pixels,
    descriptions: descriptions.length + (dropped['descriptions'] ?? 0),
    h1,
    h1Length: h1 === null ? null : characters(h1),
    h1Count: headings.filter(({ level }) => level === 1).length,
    h2Count: headings.filter(({ level }) => level === 2).length,
    words: text.words,
    readability: text.flesch === undefined ? null : Math.max(0, Math.min(100, Math.round(text.flesch))),
    textRatio: bytes > 0 ? Math.min(100, Math.round((text.bytes * 100) / bytes)) : null,
    lang: storedTag(facts.lang),
    detectedLang: text.language ?? null,
    images: images.length + (dropped['images'] ?? 0),
    imagesWithoutAlt: images.filter(({ alt }) => alt === undefined).length,
    hreflangs: hreflangs.length + (dropped['hreflangs'] ?? 0),
    structuredTypes: typesOf(facts),
    textHash: facts.textHash ?? null,
  };
}

/** The types of the outermost items, each once, in page order. */
function typesOf({ structured }: PageFacts): string | null {
  if (structured === undefined) return null;
  const types = new Set<string>();
  for (const { types: own, parent } of structured.items) {
    if (parent === undefined) for (const type of own) types.add(type);
    if (types.size >= mostTypes) break;
  }
  return types.size === 0 ? null : [...types].slice(0, mostTypes).join(', ').slice(0, longestTypes);
}
