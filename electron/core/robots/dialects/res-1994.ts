import { common, derive, earlyText, from } from './derive.ts';

const SOURCE = 'A Standard for Robot Exclusion, 1994 (robotstxt.org)';
const TEXT = from(SOURCE);

/** The original text of 1994. */
export const res1994 = derive(
  { id: 'res-1994', name: 'Robot exclusion 1994' },
  common,
  `assumed: ${SOURCE} does not say; as most robots`,
  {
    ...earlyText(TEXT),
    comment: TEXT('line-start-or-after-space', 'as in a shell'),
    robotToken: TEXT('before-slash', 'the name without version'),
    agentCompare: TEXT('either-in-other', 'a liberal substring match is recommended'),
    choice: TEXT('first'),
    allowKnown: TEXT(false),
    precedence: TEXT('any-disallow', 'any match disallows'),
    emptyDisallow: TEXT('no-effect', 'an empty value allows all URLs'),
  },
);
