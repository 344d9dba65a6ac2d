import { common, derive, earlyText, from } from './derive.ts';

const SOURCE = 'Robot exclusion with lists, 1997 (credits Kollar, Leavitt, Mauldin)';
const TEXT = from(SOURCE);

/** The variant of 1997 with lists of names and paths. */
export const res1997 = derive(
  { id: 'res-1997', name: 'Robot exclusion 1997' },
  common,
  `assumed: ${SOURCE} does not say; as most robots`,
  {
    ...earlyText(TEXT),
    comment: TEXT('line-start-or-after-space'),
    blankLine: TEXT('ends-record', 'required by the grammar'),
    agentValues: TEXT('white-space-list', '* may be listed with other names'),
    robotToken: TEXT(
      'http-token',
      'the robot name without version; allowed characters are not documented, so those of an HTTP token are assumed',
    ),
    agentCompare: TEXT('equal'),
    choice: TEXT('any', 'the robot may choose any of several records'),
    star: TEXT('only-without-named', 'example 1 prefers the named record'),
    allowKnown: TEXT(false),
    rulePaths: TEXT('white-space-list'),
    precedence: TEXT('any-disallow', 'any match disallows'),
    emptyDisallow: TEXT('no-effect'),
  },
);
