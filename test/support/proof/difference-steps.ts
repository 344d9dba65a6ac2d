import type { Dialect } from '#core/robots/dialect.ts';
import type { RobotsFile, RobotsGroup, RobotsRule } from '#shared/model/robots.ts';

/**
 * One known difference between a matcher and our nearest dialect, as a change that makes our engine do what the matcher does.
 * A difference is explained when the changes of some classes, and no others, make our answer the matcher's.
 */
export interface Step {
  readonly id: string;
  readonly says: string;
  readonly right: string;
  bytes?(bytes: Uint8Array): Uint8Array;
  dialect?(dialect: Dialect): Dialect;
  file?(file: RobotsFile): RobotsFile;
  /** What the matcher makes of the robot's name. */
  agent?(agent: string): string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
const onText =
  (change: (text: string) => string) =>
  (bytes: Uint8Array): Uint8Array =>
    encoder.encode(change(textOf(bytes)));

type Value<K extends Exclude<keyof Dialect, 'id' | 'name'>> = Dialect[K]['value'];
function withValue<K extends Exclude<keyof Dialect, 'id' | 'name'>>(knob: K, value: Value<K>) {
  return (dialect: Dialect): Dialect => ({ ...dialect, [knob]: { value, source: 'the matcher' } });
}
const all =
  (...changes: readonly ((dialect: Dialect) => Dialect)[]) =>
  (dialect: Dialect): Dialect =>
    changes.reduce((sum, change) => change(sum), dialect);

const withGroups = (file: RobotsFile, change: (group: RobotsGroup) => RobotsGroup): RobotsFile => ({
  ...file,
  groups: file.groups.map(change),
});

/** Every blank of JavaScript at the ends of keys and values becomes one that we trim too; `lines` is what counts as a line. */
const trimmedAsJs = (lines: RegExp) =>
  onText(text =>
    text.replace(lines, line => {
      const hash = line.indexOf(
        '#',
        1 + Math.max(line.lastIndexOf('\r'), line.lastIndexOf('\u2028'), line.lastIndexOf('\u2029')),
      );
      const body = hash < 0 ? line : line.slice(0, hash);
      const colon = body.indexOf(':');
      const rest = hash < 0 ? '' : line.slice(hash);
      return colon < 0 ? line : `${body.slice(0, colon).trim()}:${body.slice(colon + 1).trim()}${rest}`;
    }),
  );

const octets = (right: string): Step => ({
  id: 'not UTF-8',
  says: 'The matcher takes text, so its caller replaces bytes that are not UTF-8 by U+FFFD. We compare the bytes.',
  right,
  bytes: onText(text => text),
});
const blanks = (lines: RegExp, right: string): Step => ({
  id: 'wide blanks',
  says: 'JavaScript’s trim takes away no-break and other Unicode blanks (U+FEFF among them); we take away space and tab and the ASCII controls.',
  right,
  bytes: trimmedAsJs(lines),
});

/** A dialect that plays a library is right where it does what the library does. */
const NOT_PLAYED = 'the library; listed as “not played” in core/robots/RATIONALE.md';

/** Ours is the dialect `robots-parser`. */
export const robotsParserSteps: readonly Step[] = [
  octets(NOT_PLAYED),
  blanks(/[^\r\n]+/g, NOT_PLAYED),
  {
    id: 'nameless group',
    says: 'A name that is nothing but a version (`/1.0`) is the empty name there, which a robot called `/2.0` has too; ours is named by no line.',
    right: NOT_PLAYED,
    file: file => withGroups(file, group => ({ ...group, agents: group.agents.map(namelessNamed) })),
    agent: agent => (agent.split('/')[0]?.trim() === '' ? 'nameless-robot' : agent),
  },
];

const namelessNamed = (agent: RobotsGroup['agents'][number]): RobotsGroup['agents'][number] =>
  agent.token === '' && agent.value.startsWith('/') ? { ...agent, token: 'nameless-robot' } : agent;

/** Octets a rule counts in robots-txt-guard: its stars and its last `$` do not. */
function specificity({ normalized }: RobotsRule): number {
  return normalized.replace(/\$$/, '').replaceAll('*', '').length;
}

/** Rules in the order in which the guard tries them: of one path a single entry, that allows if any of them does. */
function guardOrder(rules: readonly RobotsRule[]): RobotsRule[] {
  const byPath = new Map<string, RobotsRule>();
  for (const rule of rules) {
    if (rule.pattern === '') continue;
    const known = byPath.get(rule.pattern);
    if (known === undefined || rule.allow) byPath.set(rule.pattern, rule);
  }
  return [...byPath.values()].sort((a, b) => specificity(b) - specificity(a));
}

/** Every name keeps the first group that has it. */
function firstGroupOfName(file: RobotsFile): RobotsFile {
  const seen = new Set<string>();
  return withGroups(file, group => {
    const agents = group.agents.filter(each => !seen.has(each.value.toLowerCase()));
    for (const each of agents) seen.add(each.value.toLowerCase());
    return { ...group, agents };
  });
}

/** Ours is the dialect `rfc9309`; the matcher is robots-txt-parse with robots-txt-guard. */
export const guardSteps: readonly Step[] = [
  octets('RFC 9309 §2.2.2 compares octets; the file breaks §2.2 (UTF-8) either way'),
  {
    id: 'lone CR',
    says: 'Lines end at LF only; behind a CR that ends no line a comment is not cut either.',
    right: 'RFC 9309 §2.2 (EOL = CR / LF / CRLF); ours',
    // A `#` that is not cut stands in a value no path and no name has; \u0001 does as well.
    bytes: onText(text => text.replace(/[^\n]*(?:\r(?!\n)|[\u2028\u2029])/g, line => line.replaceAll('#', '\u0001'))),
    dialect: withValue('lineEnds', 'lf'),
  },
  blanks(/(?:[^\r\n]|\r(?!\n))+/g, 'RFC 9309 §2.2 (WS is space and tab); ours'),
  {
    id: 'names within names',
    says: 'A User-agent value counts when it stands anywhere in the robot’s whole header, version and comment included.',
    right: 'RFC 9309 §2.2.1 (the product token, compared as a whole); ours',
    dialect: all(withValue('agentCompare', 'line-in-name'), withValue('lineToken', 'whole'), withValue('robotToken', 'as-given')),
  },
  {
    id: 'empty name',
    says: '`User-agent:` without a value applies to every robot.',
    right: 'RFC 9309 §2.2 (a product token has a character); ours',
    file: file =>
      withGroups(file, group => ({
        ...group,
        agents: group.agents.map(each => (each.value === '' ? { ...each, value: '*', token: '*' } : each)),
      })),
  },
  {
    id: 'one group',
    says: 'Of the groups that fit only the first one of the longest name is read; groups of one name are not put together.',
    right: 'RFC 9309 §2.2.1 (groups of one product token are combined); ours',
    dialect: withValue('choice', 'longest-token'),
    file: firstGroupOfName,
  },
  {
    id: 'run ended by other lines',
    says: 'Any line with a colon between two User-agent lines begins a new group, so the first name is left without rules.',
    right: 'RFC 9309 §2.2.4 (other records must not interfere with groups); ours',
    // A colon without a key is such a line as well.
    bytes: onText(text => text.replace(/(^|[\r\n])([\t\v\f ]*):/g, '$1$2other:')),
    dialect: withValue('runEnd', 'any-keyed-line'),
  },
  {
    id: 'escapes as written',
    says: 'Escapes and characters beyond ASCII are compared as they are written.',
    right: 'RFC 9309 §2.2.2 (compared after percent-encoding is made alike); ours',
    dialect: all(withValue('ruleNormalisation', 'none'), withValue('urlNormalisation', 'none')),
  },
  {
    id: 'slash put before',
    says: 'A path that does not begin with a slash gets one, also before a star.',
    right: 'outside the grammar of RFC 9309 §2.2; §5.1 shows `*.gif$` as a rule, which ours reads',
    dialect: withValue('noSlash', 'slash-added-always'),
  },
  {
    id: 'length without stars',
    says: 'Stars and the last `$` do not count for the length, and of rules with one length the first in the file decides.',
    right: 'RFC 9309 §2.2.2 (most octets; Allow if equal); ours',
    dialect: withValue('precedence', 'first'),
    file: file => withGroups(file, group => ({ ...group, rules: guardOrder(group.rules) })),
  },
  {
    id: '/robots.txt itself',
    says: 'Rules forbid /robots.txt like any other path.',
    right: 'RFC 9309 §2.2.2 (implicitly allowed); ours',
    dialect: withValue('selfExemption', 'none'),
  },
];
