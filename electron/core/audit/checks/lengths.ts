import type { FindingItem } from '#shared/model/audit.ts';
import type { PlacedText } from '#shared/model/page-facts.ts';
import { characters } from '../../text/characters.ts';
import { placed } from '../items.ts';

/** A text as evidence, nothing where there is none. */
export const listed = (text: PlacedText | undefined): readonly FindingItem[] => (text === undefined ? [] : [placed(text)]);

/** A hit where the text has more characters, as a reader sees them, than `most`. */
export function longerThan(text: PlacedText | undefined, most: number): readonly FindingItem[] | null {
  // A character that a reader sees has one UTF-16 unit at least.
  if (text === undefined || text.text.length <= most) return null;
  return characters(text.text) > most ? [placed(text)] : null;
}

/** A hit where there is a text, and it has fewer characters than `least`. */
export const shorterThan = (text: PlacedText | undefined, least: number): readonly FindingItem[] | null =>
  text !== undefined && characters(text.text) < least ? [placed(text)] : null;
