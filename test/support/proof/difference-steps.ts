import type { Dialect } from '#core/robots/dialect.ts';
import type { RobotsFile, RobotsGroup, RobotsRule } from '#shared/model/robots.ts';

/**
 * One known difference between a matcher and our nearest dialect: a change that makes our engine decide as the matcher does.
 * A pair is explained if the changes of some classes together give the matcher's verdict.
 */
export interface Step {
  readonly id: string;
  readonly says: string;
  readonly right: string;
  bytes?(bytes: Uint8Array): Uint8Array;
  dialect?(dialect: Dialect): Dialect;
  file?(file: RobotsFile): RobotsFile;
  /** The robot's name as the matcher uses it. */
  agent?(agent: string): string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
export const onText =
  (change: (text: string) => string) =>
  (bytes: Uint8Array): Uint8Array =>
    encoder.encode(change(textOf(bytes)));

type Value<K extends Exclude<keyof Dialect, 'id' | 'name'>> = Dialect[K]['value'];
export function withValue<K extends Exclude<keyof Dialect, 'id' | 'name'>>(knob: K, value: Value<K>) {
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

/** Trims keys and values as JavaScript does, with all Unicode white space; `lines` matches one line. */
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
  says: 'The matcher works on text, so its caller replaces invalid UTF-8 with U+FFFD. We compare the bytes.',
  right,
  bytes: onText(text => text),
});
const blanks = (lines: RegExp, right: string): Step => ({
  id: 'wide blanks',
  says: 'JavaScript’s `trim` removes all Unicode white space, including U+00A0 and U+FEFF. We remove only space, tab and ASCII control characters.',
  right,
  bytes: trimmedAsJs(lines),
});

/** A dialect that imitates a library is right if it does what the library does. */
export const NOT_MODELLED = 'the library; listed as “Not modelled” in core/robots/RATIONALE.md';

/** Ours is the dialect `robots-parser`. */
export const robotsParserSteps: readonly Step[] = [
  octets(NOT_MODELLED),
  blanks(/[^\r\n]+/g, NOT_MODELLED),
  {
    id: 'nameless group',
    says: 'There, a name that is only a version (`/1.0`) is the empty name, and a robot called `/2.0` has the same empty name. With us, no line names such a robot.',
    right: NOT_MODELLED,
    file: file => withGroups(file, group => ({ ...group, agents: group.agents.map(namelessNamed) })),
    agent: agent => (agent.split('/')[0]?.trim() === '' ? 'nameless-robot' : agent),
  },
];

const namelessNamed = (agent: RobotsGroup['agents'][number]): RobotsGroup['agents'][number] =>
  agent.token === '' && agent.value.startsWith('/') ? { ...agent, token: 'nameless-robot' } : agent;

/** The length of a rule in robots-txt-guard, without its stars and its last `$`. */
function specificity({ normalized }: RobotsRule): number {
  return normalized.replace(/\$$/, '').replaceAll('*', '').length;
}

/** Rules in the order in which robots-txt-guard tries them. Rules with the same path become one entry, which allows if any of them allows. */
function guardOrder(rules: readonly RobotsRule[]): RobotsRule[] {
  const byPath = new Map<string, RobotsRule>();
  for (const rule of rules) {
    if (rule.pattern === '') continue;
    const known = byPath.get(rule.pattern);
    if (known === undefined || rule.allow) byPath.set(rule.pattern, rule);
  }
  return [...byPath.values()].sort((a, b) => specificity(b) - specificity(a));
}

/** Every name keeps only the first group that has it. */
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
  octets('RFC 9309 §2.2.2 compares octets; the file violates §2.2 (UTF-8) anyway'),
  {
    id: 'lone CR',
    says: 'Lines end only at LF. After a CR inside a line, a comment is not removed either.',
    right: 'RFC 9309 §2.2 (EOL = CR / LF / CRLF); ours',
    // A `#` that is not removed makes the value match nothing; \u0001 has the same effect.
    bytes: onText(text => text.replace(/[^\n]*(?:\r(?!\n)|[\u2028\u2029])/g, line => line.replaceAll('#', '\u0001'))),
    dialect: withValue('lineEnds', 'lf'),
  },
  blanks(/(?:[^\r\n]|\r(?!\n))+/g, 'RFC 9309 §2.2 (WS is space and tab); ours'),
  {
    id: 'names within names',
    says: 'A User-agent value matches anywhere in the robot’s whole header, including version and comment.',
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
    says: 'Only the first group with the longest matching name applies. Groups with the same name are not combined.',
    right: 'RFC 9309 §2.2.1 (groups of one product token are combined); ours',
    dialect: withValue('choice', 'longest-token'),
    file: firstGroupOfName,
  },
  {
    id: 'run ended by other lines',
    says: 'Any line with a colon between two User-agent lines starts a new group, so the first name has no rules.',
    right: 'RFC 9309 §2.2.4 (other records must not interfere with groups); ours',
    // A colon without a key is such a line too.
    bytes: onText(text => text.replace(/(^|[\r\n])([\t\v\f ]*):/g, '$1$2other:')),
    dialect: withValue('runEnd', 'any-keyed-line'),
  },
  {
    id: 'escapes as written',
    says: 'Escapes and non-ASCII characters are compared as written.',
    right: 'RFC 9309 §2.2.2 (compared after normalizing percent-encoding); ours',
    dialect: all(withValue('ruleNormalisation', 'none'), withValue('urlNormalisation', 'none')),
  },
  {
    id: 'slash put before',
    says: 'A path without a slash at its start gets one, also before a star.',
    right: 'outside the grammar of RFC 9309 §2.2; but §5.1 shows the rule `*.gif$`, which ours accepts',
    dialect: withValue('noSlash', 'slash-added-always'),
  },
  {
    id: 'length without stars',
    says: 'Stars and the last `$` do not count in the length of a rule. Of rules with equal length, the first in the file wins.',
    right: 'RFC 9309 §2.2.2 (most octets; Allow if equal); ours',
    dialect: withValue('precedence', 'first'),
    file: file => withGroups(file, group => ({ ...group, rules: guardOrder(group.rules) })),
  },
  {
    id: '/robots.txt itself',
    says: 'Rules can disallow /robots.txt like any other path.',
    right: 'RFC 9309 §2.2.2 (implicitly allowed); ours',
    dialect: withValue('selfExemption', 'none'),
  },
];
