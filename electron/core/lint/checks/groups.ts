import { type Change, type Check, type Finding, valueSpan, wholeSpan } from '../diagnostic.ts';
import { before, behind, removed } from '../edits.ts';
import { closesAll, isFor, namesOf, opensAll, restricts } from '../group-facts.ts';
import { everyone, nobody } from '../hurts.ts';
import { type LintGroup, nameOf, type Source, type SourceLine } from '../source.ts';

/** The first group of every name, and the further ones. */
function repeated(source: Source): { readonly first: LintGroup; readonly again: SourceLine }[] {
  const first = new Map<string, LintGroup>();
  const found: { first: LintGroup; again: SourceLine }[] = [];
  for (const group of source.groups)
    for (const agent of group.agents) {
      const before = first.get(nameOf(agent));
      if (before === undefined) first.set(nameOf(agent), group);
      else if (before !== group) found.push({ first: before, again: agent });
    }
  return found;
}

const linesText = (rules: readonly SourceLine[]): string =>
  `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} of * (line ${rules
    .slice(0, 5)
    .map(rule => rule.number)
    .join(', ')}${rules.length > 5 ? ', …' : ''})`;

/** What the groups for everybody forbid, per pattern; made once for a file. */
const starRules = new WeakMap<Source, readonly SourceLine[]>();
function starRulesOf(source: Source): readonly SourceLine[] {
  let rules = starRules.get(source);
  if (!rules) {
    rules = source.groups.filter(group => isFor(group, '*')).flatMap(group => group.rules.filter(restricts));
    starRules.set(source, rules);
  }
  return rules;
}

/** Lines that are added at the end of a group. */
function inserted(group: LintGroup, lines: readonly string[]): { changes?: readonly Change[] } {
  const last = [...group.rules, ...group.delays, ...group.agents].reduce((a, b) => (a.number > b.number ? a : b));
  return lines.length === 0 ? {} : { changes: [behind(last, lines.join('\n'))] };
}

/** Rules that can be repeated as they are; others would repeat their faults. */
const copied = (rules: readonly SourceLine[]): string[] =>
  rules.filter(rule => rule.trouble === null && /^[/*]\S*$/.test(rule.value)).map(rule => `${rule.key}: ${rule.value}`);

/** The foreign lines of a run after the last rule of the group. */
function moved(group: LintGroup): { changes?: readonly Change[] } {
  const last = group.rules.at(-1);
  if (!last || group.foreign.length === 0) return {};
  return { changes: [...group.foreign.map(removed), behind(last, group.foreign.map(line => line.text).join('\n'))] };
}

const blanksFrom = (source: Source, first: SourceLine, to: number): Change[] =>
  source.lines.slice(first.number - 1, to).flatMap(line => (line.kind === 'blank' ? [removed(line)] : []));

/** Moves the second group of a name after the first one. RFC 9309 already combines them. */
function merged(source: Source, first: LintGroup, again: SourceLine): { changes?: readonly Change[] } {
  const second = source.groups.find(group => group.agents.includes(again));
  const target = first.rules.at(-1);
  const last = second?.rules.at(-1);
  if (!second || !target || !last || first.agents.length > 1 || second.agents.length > 1) return {};
  const lines = source.lines.slice(again.number - 1, last.number);
  const kept = lines.filter(line => line !== again && line.kind !== 'blank').map(line => line.text);
  return { changes: [behind(target, kept.join('\n')), ...lines.map(removed)] };
}

export const groupChecks: readonly Check[] = [
  {
    id: 'G-ORPHAN',
    title: 'Rule before any User-agent',
    severity: 'E',
    on: 'file',
    why: 'A rule before the first User-agent line belongs to no group. Most crawlers ignore it, one rejects the file.',
    fix: 'Put a User-agent line before it',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: everyone,
    find: source =>
      source.groups.length === 0
        ? null
        : source.orphans.map(line => ({
            says: 'Rule before any User-agent line',
            at: wholeSpan(line),
            changes: [before(source.orphans[0] ?? line, 'User-agent: *')],
          })),
  },
  {
    id: 'G-NO-AGENT',
    title: 'No User-agent at all',
    severity: 'E',
    on: 'file',
    why: 'Rules without a User-agent line apply to no crawler.',
    fix: 'Start the file with User-agent: *',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ orphan }) => orphan.value === 'ignored' || orphan.value === 'file-rejected',
    find: source => {
      const line = source.orphans[0];
      if (source.groups.length > 0 || !line) return null;
      return { says: 'The file has rules and no User-agent line', at: { line, from: 0, to: 0 }, replacement: 'User-agent: *\n' };
    },
  },
  {
    id: 'G-NO-RULES',
    title: 'Group without rules',
    severity: 'W',
    on: 'group',
    why: 'A group without rules allows everything to its robots. Some parsers apply the rules for * instead.',
    fix: 'Write “Disallow:” to allow everything, otherwise add the rules',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ bareNamed }) => bareNamed.value !== 'hides-star',
    find: group =>
      group.rules.length === 0 && group.delays.length === 0
        ? { says: `The group of ${namesOf(group)} has no rules`, ...inserted(group, ['Disallow:']) }
        : null,
  },
  {
    id: 'G-DELAY-ONLY',
    title: 'Group with only a Crawl-delay',
    severity: 'E',
    on: 'group',
    why: 'A robot uses only the group that names it. Once it has its own group, the rules for * no longer apply to it.',
    fix: 'Repeat the rules of * in this group',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ bareNamed }) => bareNamed.value === 'hides-star',
    find: (group, source) =>
      group.rules.length === 0 && group.delays.length > 0 && !isFor(group, '*') && starRulesOf(source).length > 0
        ? {
            says: `The group of ${namesOf(group)} has only a Crawl-delay; ${linesText(starRulesOf(source))} ${starRulesOf(source).length === 1 ? 'does' : 'do'} not apply to it`,
            ...inserted(group, copied(starRulesOf(source))),
          }
        : null,
  },
  {
    id: 'G-RUN-BROKEN',
    title: 'Line between User-agent lines',
    severity: 'E',
    on: 'group',
    why: 'For RFC 9309 and Google only a rule ends a list of User-agent lines. Other parsers start a new group here.',
    fix: 'Move the line after the rules of the group',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1; Ours: found comparing parsers',
    hurts: ({ runEnd }) => runEnd.value !== 'rules',
    find: group => {
      const line = group.foreign[0];
      const last = group.agents.at(-1);
      if (!line || !last) return null;
      return {
        says: `${line.key === '' ? 'This line' : line.key} is between User-agent lines: ${group.agents[0]?.value} and ${last.value} share their rules for some crawlers only`,
        at: wholeSpan(line),
        ...moved(group),
      };
    },
  },
  {
    id: 'G-BLANK',
    title: 'Empty line inside a group',
    severity: 'W',
    on: 'group',
    why: 'For some parsers an empty line ends the group. They then ignore the rules after it.',
    fix: 'Remove the empty line',
    fixes: 'safe',
    source: 'The drafts of 1994 to 1997; Yandex: robots.txt',
    hurts: ({ blankLine }) => blankLine.value !== 'ignored',
    find: (group, source) => {
      const first = group.agents[0];
      const last = group.rules.at(-1) ?? group.agents.at(-1);
      if (!first || !last) return null;
      for (let number = first.number; number < last.number; number += 1) {
        const line = source.lines[number - 1];
        if (line?.kind === 'blank')
          return { says: 'Empty line inside a group', at: wholeSpan(line), changes: blanksFrom(source, line, last.number) };
      }
      return null;
    },
  },
  {
    id: 'G-NO-BLANK',
    title: 'No empty line between groups',
    severity: 'I',
    on: 'group',
    why: 'The drafts of 1994 to 1997 separate groups by empty lines. Nothing depends on it today.',
    fix: 'Put an empty line before the group',
    fixes: 'safe',
    source: 'The drafts of 1994 to 1997',
    hurts: nobody,
    find: (group, source) => {
      const line = group.agents[0];
      if (!line || group === source.groups[0]) return null;
      // Upwards over comments to the line that parts or does not part.
      let number = line.number - 1;
      while (source.lines[number - 1]?.kind === 'comment') number -= 1;
      return source.lines[number - 1]?.kind === 'blank'
        ? null
        : { says: 'No empty line before this group', at: { line, from: 0, to: 0 }, replacement: '\n' };
    },
  },
  {
    id: 'G-STAR-TWICE',
    title: 'Several groups for everybody',
    severity: 'W',
    on: 'file',
    why: 'RFC 9309 merges several groups for *. Other parsers use only the first or the last.',
    fix: 'Merge the groups',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1; Yandex: robots.txt',
    hurts: ({ choice }) => choice.value !== 'merge-all' && choice.value !== 'longest-token',
    find: source =>
      repeated(source)
        .filter(({ again }) => again.value === '*')
        .map(({ first, again }) => ({
          says: `Another group for *, after the one in line ${first.agents[0]?.number}`,
          at: wholeSpan(again),
          ...merged(source, first, again),
        })),
  },
  {
    id: 'G-SAME-TWICE',
    title: 'Several groups for one name',
    severity: 'W',
    on: 'file',
    why: 'RFC 9309 merges groups with the same name. Other parsers use only the first or the last.',
    fix: 'Merge the groups',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ choice }) => choice.value !== 'merge-all' && choice.value !== 'longest-token',
    find: source =>
      repeated(source)
        .filter(({ again }) => again.value !== '*' && again.value !== '')
        .map(({ first, again }) => ({
          says: `Another group for ${again.value}, after that of line ${first.agents[0]?.number}`,
          at: wholeSpan(again),
          ...merged(source, first, again),
        })),
  },
  {
    id: 'G-CASE-DIFF',
    title: 'One name in two spellings',
    severity: 'I',
    on: 'file',
    why: 'Names are not case-sensitive, except for YioopBot’s parser.',
    fix: 'Spell the name one way',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ agentCase }) => agentCase.value === 'significant',
    find: source => {
      const written = new Map<string, string>();
      const findings: Finding[] = [];
      for (const agent of source.byKind('user-agent')) {
        const first = written.get(nameOf(agent));
        if (first === undefined) written.set(nameOf(agent), agent.value);
        else if (first !== agent.value)
          findings.push({
            says: `${agent.value} and ${first} are the same name`,
            at: valueSpan(agent),
            replacement: first,
          });
      }
      return findings;
    },
  },
  {
    id: 'G-STAR-NOT-INHERITED',
    title: 'Rules for * do not apply',
    severity: 'W',
    on: 'group',
    why: 'A robot uses only the group that names it, and no rule of the group for *.',
    fix: 'Repeat the rules that should apply to it',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ star }) => star.value !== 'united',
    find: (group, source) => {
      const star = starRulesOf(source);
      if (star.length === 0 || group.rules.length === 0 || isFor(group, '*') || closesAll(group) || opensAll(group)) return null;
      const own = new Set(group.rules.map(rule => rule.value));
      // A file of a thousand groups must not compare a thousand times a thousand rules.
      const missing = star.slice(0, 200).filter(rule => !own.has(rule.value));
      return missing.length === 0
        ? null
        : {
            says: `${linesText(missing)} ${missing.length === 1 ? 'does' : 'do'} not apply to ${namesOf(group)}`,
            ...inserted(group, copied(missing)),
          };
    },
  },
];
