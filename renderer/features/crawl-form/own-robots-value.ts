import type { OwnRobots } from '#shared/model/crawl.ts';
import { plainOrigin } from '#shared/model/credentials.ts';

/** Texts in place of robots.txt as values of a form. */
export interface OwnRobotsValue {
  readonly texts: readonly OwnRobots[];
  /** The user confirms the right to decide for these sites. */
  readonly consent: boolean;
}

const originOf = (typed: string): string => {
  const text = typed.trim();
  return /^https?:\/\/[^/?#]+\/?$/i.test(text) ? plainOrigin(text) : text;
};

/** The texts as settings. A row without origin and text does not count; an empty text allows everything. */
export const writtenTexts = ({ texts }: Pick<OwnRobotsValue, 'texts'>): readonly OwnRobots[] =>
  texts
    .map(({ origin, text }) => ({ origin: originOf(origin), text }))
    .filter(({ origin, text }) => origin !== '' || text !== '');
