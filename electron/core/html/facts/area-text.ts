import type { TextFacts } from '#shared/model/page-facts.ts';
import type { PageText } from '../page-text.ts';
import { GatheredText } from './gathered-text.ts';
import { AREA, type Area } from './open-elements.ts';
import { joinedText, plainTextReader, type TextOfArea, type TextReader } from './text-reader.ts';

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
  /** `hasOtherTitle`: the page's title in the text is outside of its articles, so they need not be the main content. */
  finish(hasOtherTitle: boolean): ReadableText;
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

  finish(hasOtherTitle: boolean): ReadableText {
    return readableText(this.#areas, plainTextReader, hasOtherTitle);
  }

  release(): void {
    for (const area of this.#areas) area.release();
  }
}

/**
 * The areas of a page, in the order of `AREA`, as they are when all is read. Main content is what the user chose, else the main element,
 * else the articles, else all but navigation, header, footer and aside. Articles that are less than half of it, below a title that is in
 * none of them, are parts of the main content: references of functions, teasers, comments.
 */
export function readableText(all: readonly TextOfArea[], reader: TextReader, hasOtherTitle: boolean): ReadableText {
  const textOf = (area: Area): TextOfArea => all[area] as TextOfArea;
  const rest = textOf(AREA.rest);
  const article = textOf(AREA.article);
  if (textOf(AREA.chosen).length > 0) return { main: textOf(AREA.chosen), area: 'chosen', all, reader };
  if (textOf(AREA.main).length > 0) return { main: textOf(AREA.main), area: 'main', all, reader };
  if (article.length === 0) return { main: rest, area: 'rest', all, reader };
  if (!hasOtherTitle || article.length >= rest.length) return { main: article, area: 'article', all, reader };
  const main = joinedText(rest, article);
  const others = all.filter(area => area !== rest && area !== article);
  return { main, area: 'rest', all: [main, ...others], reader: plainTextReader };
}
