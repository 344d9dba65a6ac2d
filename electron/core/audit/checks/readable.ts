import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { HeadingFact, PageFacts, PlacedText } from '#shared/model/page-facts.ts';
import { isUnspacedText } from '../../text/word-class.ts';
import type { FactsPage } from '../check.ts';

/** Helpers that several checks of titles, descriptions, headings and texts share. */

export const isBlank = ({ text }: { readonly text: string }): boolean => text === '';
const isWritten = ({ text }: { readonly text: string }): boolean => text !== '';

/** The title that counts: the first that is not empty. */
export const titleOf = ({ titles }: PageFacts): PlacedText | undefined => titles?.find(isWritten);
export const descriptionOf = ({ descriptions }: PageFacts): PlacedText | undefined => descriptions?.find(isWritten);

/** The first heading of a level that has text, or an image with text. */
export const firstHeading = ({ headings }: PageFacts, level: number): HeadingFact | undefined =>
  headings?.find(heading => heading.level === level && heading.text !== '');

export const headingsOf = ({ headings = [] }: PageFacts, level: number): readonly HeadingFact[] =>
  headings.filter(heading => heading.level === level);

/** The page's language for lists of phrases: as declared, else as detected, else null. */
export function languageOf({ lang = '', text }: PageFacts): string | null {
  const declared = lang.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return declared === '' ? (text.language ?? null) : declared;
}

/** Whether the text starts in a script without spaces between words, such as Chinese or Thai, so its words cannot be counted. */
export const isUnspaced = ({ text: { excerpt = '' } }: PageFacts): boolean => isUnspacedText(excerpt);

/** 'cut' where the end of the page was not read, so what is missing is unknown; null for a whole page. */
export const cutReason = ({ response: { bodyEnd } }: FactsPage): NotCheckableReason | null =>
  bodyEnd === 'too-large' || bodyEnd === 'truncated' ? 'cut' : null;
