import { atOnce, common, derive, earlyText, from } from './derive.ts';

const SOURCE = 'A Method for Web Robots Control, internet draft, December 1996';
const DRAFT = from(SOURCE);

/** The internet draft of 1996. */
export const norobots1996 = derive(
  { id: 'norobots-1996', name: 'Internet draft 1996' },
  common,
  `assumed: ${SOURCE} does not say; as most robots`,
  {
    ...earlyText(DRAFT),
    comment: DRAFT('any-hash'),
    separator: DRAFT('colon'),
    keyMatch: DRAFT('exact'),
    robotToken: DRAFT('http-token', 'name token: a token of RFC 1945, dots included'),
    agentCompare: DRAFT('name-in-line'),
    choice: DRAFT('first'),
    allowKnown: DRAFT(true),
    ruleNormalisation: DRAFT('decode-except-slash', 'escapes are decoded before comparison, except %2F'),
    urlNormalisation: DRAFT('decode-except-slash'),
    precedence: DRAFT('first'),
    selfExemption: DRAFT('exact'),
    maxRedirects: DRAFT(5, 'redirects are followed; the number is assumed'),
    forbidden: DRAFT('disallow-all'),
    serverError: DRAFT(atOnce('defer')),
    networkError: DRAFT(atOnce('defer')),
    cacheFor: DRAFT(604_800, 'seven days if there is no Expires header'),
  },
);
