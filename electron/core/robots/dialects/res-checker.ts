import { derive, from } from './derive.ts';
import { res1994 } from './res-1994.ts';

const SOURCE = 'a checker of robots.txt files of the 2000s (known from a Spanish translation)';
const TEXT = from(SOURCE);

/**
 * The standard of 1994 as a checker read it that had looked at 75,000 files. It differs from the text in one point, and this is
 * why it is a dialect of its own: the text compares the value with the path as it is.
 */
export const resChecker = derive(
  { id: 'res-checker', name: 'Robot exclusion (checker)' },
  res1994,
  `${SOURCE}; as the standard of 1994, which it explains`,
  {
    noSlash: TEXT('slash-added', '“Disallow: john” blocks the file john and the directory john'),
    allowKnown: TEXT(false, 'there is no Allow, only Disallow'),
  },
);
