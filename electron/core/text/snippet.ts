import { pixelWidth, type SnippetFont } from './pixel-width.ts';

/** Pixels that a result of a search engine has for each text on a wide screen. */
export const snippetPixels: Readonly<Record<SnippetFont, number>> = { title: 561, description: 985 };

export interface Snippet {
  /** As shown: cut after a word, with an ellipsis. */
  readonly text: string;
  /** Of the whole text, in pixels. */
  readonly pixels: number;
  readonly mostPixels: number;
  readonly isCut: boolean;
}

const ellipsis = ' …';

/** A title or a description as a search result shows it. */
export function snippetOf(text: string, font: SnippetFont): Snippet {
  const mostPixels = snippetPixels[font];
  const pixels = pixelWidth(text, font);
  if (pixels <= mostPixels) return { text, pixels, mostPixels, isCut: false };
  const letters = [...text];
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (pixelWidth(letters.slice(0, middle).join('') + ellipsis, font) <= mostPixels) fits = middle;
    else tooLong = middle;
  }
  const start = letters.slice(0, fits).join('');
  // After a whole word, unless that leaves less than half.
  const word = start.lastIndexOf(' ');
  const cut = letters[fits] !== ' ' && word > start.length / 2 ? start.slice(0, word) : start;
  return { text: `${cut.trimEnd()}${ellipsis}`, pixels, mostPixels, isCut: true };
}
