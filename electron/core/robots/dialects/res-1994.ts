import { common, derive, from } from './derive.ts';

const SOURCE = 'A Standard for Robot Exclusion, 1994 (robotstxt.org)';
const TEXT = from(SOURCE);

/** The original text of 1994. */
export const res1994 = derive(
  { id: 'res-1994', name: 'Robot exclusion 1994' },
  common,
  `assumed: ${SOURCE} is silent; as most robots do`,
  {
    lineEnds: TEXT('cr-lf'),
    comment: TEXT('line-start-or-after-space', 'as in a shell'),
    blankLine: TEXT('ends-record'),
    runEnd: TEXT('rules'),
    robotToken: TEXT('before-slash', 'name without version'),
    agentCompare: TEXT('either-in-other', 'a liberal substring match is recommended'),
    choice: TEXT('first'),
    star: TEXT('only-without-named'),
    allowKnown: TEXT(false),
    starPattern: TEXT('literal'),
    dollar: TEXT('literal'),
    pathCase: TEXT('significant'),
    precedence: TEXT('any-disallow', 'any match forbids'),
    length: TEXT('none'),
    tie: TEXT('first'),
    emptyDisallow: TEXT('no-effect', 'all URLs may be fetched: nothing is matched'),
    clientError: TEXT('allow-all'),
  },
);
