import type { TextFacts } from '#shared/model/page-facts.ts';
import type { PageText } from '../page-text.ts';
import { GatheredText } from './gathered-text.ts';
import { AREA, type Area } from './open-elements.ts';

export interface ReadableText {
  readonly main: GatheredText;
  readonly area: TextFacts['area'];
  /** Everything that is shown, area by area. */
  readonly all: readonly GatheredText[];
}

/** The visible text of a page by area, so that the main content is known at the end, wherever a page marks it. */
export class AreaText {
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
    const all = this.#areas;
    const [rest, article, main, , chosen] = all as readonly [
      GatheredText,
      GatheredText,
      GatheredText,
      GatheredText,
      GatheredText,
    ];
    if (chosen.length > 0) return { main: chosen, area: 'chosen', all };
    if (main.length > 0) return { main, area: 'main', all };
    if (article.length > 0) return { main: article, area: 'article', all };
    return { main: rest, area: 'rest', all };
  }

  /** Call it when what `finish` gave is used no more. */
  release(): void {
    for (const area of this.#areas) area.release();
  }
}
