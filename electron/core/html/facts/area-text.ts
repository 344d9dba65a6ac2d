import type { TextFacts } from '#shared/model/page-facts.ts';
import type { PageText } from '../page-text.ts';
import { GatheredText } from './gathered-text.ts';
import { AREA, type Area } from './open-elements.ts';
import { plainTextReader, type TextOfArea, type TextReader } from './text-reader.ts';

export interface ReadableText {
  readonly main: TextOfArea;
  readonly area: TextFacts['area'];
  /** Everything that is shown, area by area. */
  readonly all: readonly TextOfArea[];
  /** Reads the areas. */
  readonly reader: TextReader;
}

/** The visible text of a page by area, so that the main content is known at the end, wherever a page marks it. */
export interface AreaText {
  /** Adds text[start, end) of the page. */
  add(area: Area, start: number, end: number): void;
  /** The end of a block. */
  addBreak(area: Area): void;
  finish(): ReadableText;
  /** Call it when what `finish` gave is used no more. */
  release(): void;
}

/** Gathers the text in JavaScript. */
export class PlainAreaText implements AreaText {
  readonly #page: PageText;
  readonly #skip: number;
  readonly #areas: readonly GatheredText[] = Object.values(AREA).map(() => new GatheredText());

  constructor(page: PageText) {
    this.#page = page;
    this.#skip = page.byteAt(0);
  }

  add(area: Area, start: number, end: number): void {
    const into = this.#areas[area] as GatheredText;
    const page = this.#page;
    const bytes = page.utf8;
    if (bytes === null) into.addText(page.slice(start, end));
    else into.addBytes(bytes, [start + this.#skip, end + this.#skip], page.text, this.#skip);
  }

  addBreak(area: Area): void {
    this.#areas[area]?.addBreak();
  }

  finish(): ReadableText {
    return readableText(this.#areas, plainTextReader);
  }

  release(): void {
    for (const area of this.#areas) area.release();
  }
}

/** The areas of a page, in the order of `AREA`, as they are when all is read. */
export function readableText(all: readonly TextOfArea[], reader: TextReader): ReadableText {
  const rest = all[AREA.rest] as TextOfArea;
  for (const [area, number] of [
    ['chosen', AREA.chosen],
    ['main', AREA.main],
    ['article', AREA.article],
  ] as const) {
    const main = all[number];
    if (main !== undefined && main.length > 0) return { main, area, all, reader };
  }
  return { main: rest, area: 'rest', all, reader };
}
