import type { Dialect } from '#core/robots/dialect.ts';

/** The values the engine reads today. A knob may describe more crawlers than the engine can already play. */
const READ: { readonly [K in keyof Dialect]?: readonly string[] } = {
  lineEnds: ['cr-lf', 'lf'],
  byteOrderMark: ['kept', 'utf-8', 'utf-8-partial'],
  comment: ['any-hash'],
  separator: ['colon', 'colon-or-space-two-words'],
  keyMatch: ['exact', 'prefix'],
  blankLine: ['ignored', 'ends-record'],
  html: ['text'],
  nul: ['kept', 'ends-line'],
  runEnd: ['rules', 'rules-and-delay', 'any-recognised-key', 'any-keyed-line', 'every-agent-line'],
  orphan: ['ignored'],
  agentValues: ['one'],
  emptyAgent: ['nobody'],
  lineToken: ['whole', 'leading-letters', 'leading-product', 'first-word', 'before-slash'],
  robotToken: ['as-given', 'leading-letters', 'leading-product', 'before-slash'],
  agentCompare: ['equal', 'line-in-name', 'name-in-line', 'either-in-other', 'line-prefixes-name'],
  agentCase: ['ignored', 'significant'],
  starToken: ['star-only', 'star-then-space'],
  choice: ['merge-all', 'first', 'last', 'longest-token'],
  star: ['only-without-named', 'united'],
  bareNamed: ['hides-star', 'invisible'],
  rulePaths: ['one'],
  noSlash: ['kept', 'ignored', 'slash-added'],
  starPattern: ['any-run', 'literal'],
  dollar: ['end-if-last', 'literal'],
  pathCase: ['significant', 'ignored'],
  ruleNormalisation: ['none', 'rfc9309', 'escape-non-ascii'],
  urlNormalisation: ['none', 'rfc9309', 'escape-non-ascii'],
  fragment: ['removed', 'kept'],
  precedence: ['longest', 'first', 'last', 'any-allow', 'any-disallow'],
  length: ['normalized-octets', 'written-characters', 'none'],
  tie: ['allow', 'first', 'disallow'],
  indexQuirk: ['none', 'allow-prefix'],
};

/** The knobs of a dialect whose value the engine cannot play yet, e.g. `starPattern: one-or-more`; empty for a usable dialect. */
export function unsupportedKnobs(dialect: Dialect): string[] {
  const missing: string[] = [];
  for (const [name, values] of Object.entries(READ)) {
    const knob = dialect[name as keyof Dialect];
    if (typeof knob === 'string' || typeof knob.value !== 'string') continue;
    if (!values.includes(knob.value)) missing.push(`${name}: ${knob.value}`);
  }
  const { value: size } = dialect.sizeLimit;
  if (size.limit !== null && (size.unit !== 'bytes' || size.beyond === 'allow-all'))
    missing.push(`sizeLimit: ${size.unit}, ${size.beyond}`);
  const { value: delay } = dialect.crawlDelay;
  if (delay.use === 'honoured' && (delay.unit !== 'seconds' || delay.scope === 'whole-file' || delay.closesAbove !== null))
    missing.push(`crawlDelay: ${delay.unit}, ${delay.scope}`);
  return missing;
}
