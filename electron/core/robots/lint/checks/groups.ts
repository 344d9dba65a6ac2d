import type { Check, Finding, Span } from '../diagnostic.ts';
import { everyone, nobody } from '../hurts.ts';
import { robotsOf } from '../known-robots.ts';
import { type LintGroup, nameOf, type Source, type SourceLine } from '../source.ts';

const ADVERTISING = ['adsbot-google', 'adsbot-google-mobile', 'mediapartners-google', 'apis-google'];

const whole = (line: SourceLine): Span => ({ line, from: 0, to: line.text.length });
const namesOf = (group: LintGroup): string => group.agents.map(agent => agent.value).join(', ');
const isFor = (group: LintGroup, name: string): boolean => group.agents.some(agent => nameOf(agent) === name);
const restricts = (line: SourceLine): boolean => line.kind === 'disallow' && line.value !== '';

/** Whether nothing at all may be fetched: `Disallow: /` and no Allow. */
export const closesAll = (group: LintGroup): boolean =>
  group.rules.some(rule => rule.kind === 'disallow' && /^\/\*?$/.test(rule.value)) &&
  !group.rules.some(rule => rule.kind === 'allow' && rule.value !== '');

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

export const groupChecks: readonly Check[] = [
  {
    id: 'G-ORPHAN',
    severity: 'E',
    on: 'file',
    why: 'A rule before the first User-agent line belongs to no group. Most crawlers ignore it, one rejects the file.',
    fix: 'Put a User-agent line before it',
    hurts: everyone,
    find: source =>
      source.groups.length === 0
        ? null
        : source.orphans.map(line => ({ says: 'Rule before any User-agent line', at: whole(line) })),
  },
  {
    id: 'G-NO-AGENT',
    severity: 'E',
    on: 'file',
    why: 'Rules without a User-agent line speak to nobody.',
    fix: 'Begin the file with User-agent: *',
    hurts: ({ orphan }) => orphan.value === 'ignored' || orphan.value === 'file-rejected',
    find: source => {
      const line = source.orphans[0];
      if (source.groups.length > 0 || !line) return null;
      return { says: 'The file has rules and no User-agent line', at: { line, from: 0, to: 0 }, replacement: 'User-agent: *\n' };
    },
  },
  {
    id: 'G-NO-RULES',
    severity: 'W',
    on: 'group',
    why: 'A group without rules opens everything for its robots; some parsers let the rules for * apply instead.',
    fix: 'Write “Disallow:” if all is meant to be open, else the rules',
    hurts: ({ bareNamed }) => bareNamed.value !== 'hides-star',
    find: group =>
      group.rules.length === 0 && group.delays.length === 0
        ? { says: `The group of ${namesOf(group).slice(0, 200)} has no rules` }
        : null,
  },
  {
    id: 'G-DELAY-ONLY',
    severity: 'E',
    on: 'group',
    why: 'A robot reads only the group that names it. With a group of its own, the rules for * no longer apply to it.',
    fix: 'Repeat the rules of * in this group',
    hurts: ({ bareNamed }) => bareNamed.value === 'hides-star',
    find: (group, source) =>
      group.rules.length === 0 && group.delays.length > 0 && !isFor(group, '*') && starRulesOf(source).length > 0
        ? {
            says: `The group of ${namesOf(group).slice(0, 200)} has only a Crawl-delay; ${linesText(starRulesOf(source))} do not apply to it`,
          }
        : null,
  },
  {
    id: 'G-RUN-BROKEN',
    severity: 'E',
    on: 'group',
    why: 'For RFC 9309 and Google only a rule ends a run of User-agent lines; other parsers begin a new group here.',
    fix: 'Put an empty line and complete groups in place of the shared one',
    hurts: ({ runEnd }) => runEnd.value !== 'rules',
    find: group => {
      const line = group.foreign[0];
      const last = group.agents.at(-1);
      if (!line || !last) return null;
      return {
        says: `${line.key === '' ? 'This line' : line.key} stands between User-agent lines: ${group.agents[0]?.value} and ${last.value} share their rules for some crawlers only`,
        at: whole(line),
      };
    },
  },
  {
    id: 'G-BLANK',
    severity: 'W',
    on: 'group',
    why: 'For some parsers an empty line ends the group; the rules behind it are lost or belong to nobody.',
    fix: 'Remove the empty line',
    hurts: ({ blankLine }) => blankLine.value !== 'ignored',
    find: (group, source) => {
      const first = group.agents[0];
      const last = group.rules.at(-1) ?? group.agents.at(-1);
      if (!first || !last) return null;
      for (let number = first.number; number < last.number; number += 1) {
        const line = source.lines[number - 1];
        if (line?.kind === 'blank') return { says: 'Empty line inside a group', at: whole(line) };
      }
      return null;
    },
  },
  {
    id: 'G-NO-BLANK',
    severity: 'I',
    on: 'group',
    why: 'The texts of 1994 to 1997 part groups by empty lines; today nothing depends on it.',
    fix: 'Put an empty line before the group',
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
    severity: 'W',
    on: 'file',
    why: 'RFC 9309 merges several groups for *; others read only the first or the last.',
    fix: 'Make it one group',
    hurts: ({ choice }) => choice.value !== 'merge-all' && choice.value !== 'longest-token',
    find: source =>
      repeated(source)
        .filter(({ again }) => again.value === '*')
        .map(({ first, again }) => ({
          says: `Another group for *, after that of line ${first.agents[0]?.number}`,
          at: whole(again),
        })),
  },
  {
    id: 'G-SAME-TWICE',
    severity: 'W',
    on: 'file',
    why: 'RFC 9309 merges groups of one name; others read only the first or the last.',
    fix: 'Make it one group',
    hurts: ({ choice }) => choice.value !== 'merge-all' && choice.value !== 'longest-token',
    find: source =>
      repeated(source)
        .filter(({ again }) => again.value !== '*' && again.value !== '')
        .map(({ first, again }) => ({
          says: `Another group for ${again.value}, after that of line ${first.agents[0]?.number}`,
          at: whole(again),
        })),
  },
  {
    id: 'G-CASE-DIFF',
    severity: 'I',
    on: 'file',
    why: 'Names are compared without regard to case, but for YioopBot’s parser.',
    fix: 'Write the name one way',
    hurts: ({ agentCase }) => agentCase.value === 'significant',
    find: source => {
      const written = new Map<string, string>();
      const findings: Finding[] = [];
      for (const agent of source.byKind('user-agent')) {
        const before = written.get(nameOf(agent));
        if (before === undefined) written.set(nameOf(agent), agent.value);
        else if (before !== agent.value)
          findings.push({ says: `${agent.value} and ${before} are the same name`, at: whole(agent) });
      }
      return findings;
    },
  },
  {
    id: 'G-STAR-NOT-INHERITED',
    severity: 'W',
    on: 'group',
    why: 'A robot reads only the group that names it, and nothing of the group for *.',
    fix: 'Repeat the rules that shall hold for it',
    hurts: ({ star }) => star.value !== 'united',
    find: (group, source) => {
      const star = starRulesOf(source);
      if (star.length === 0 || group.rules.length === 0 || isFor(group, '*') || closesAll(group)) return null;
      const own = new Set(group.rules.map(rule => rule.value));
      // A file of a thousand groups shall not compare a thousand times a thousand rules.
      const missing = star.slice(0, 200).filter(rule => !own.has(rule.value));
      return missing.length === 0 ? null : { says: `${linesText(missing)} do not apply to ${namesOf(group).slice(0, 200)}` };
    },
  },
  {
    id: 'G-ADSBOT',
    severity: 'W',
    on: 'group',
    why: 'Google’s advertising robots follow only groups that name them.',
    fix: 'Name AdsBot-Google and Mediapartners-Google if they are meant too',
    hurts: dialect => dialect.id === 'google',
    find: (group, source) =>
      isFor(group, '*') && closesAll(group) && !ADVERTISING.some(name => source.names.has(name))
        ? { says: '* does not speak to AdsBot-Google, Mediapartners-Google and APIs-Google' }
        : null,
  },
  {
    id: 'G-APPLE',
    severity: 'I',
    on: 'group',
    why: 'Without a group of its own Applebot follows that of Googlebot.',
    fix: 'Add a group for Applebot if it shall be treated otherwise',
    hurts: nobody,
    find: (group, source) =>
      isFor(group, 'googlebot') && !source.names.has('applebot') ? { says: 'Applebot will follow this group too' } : null,
  },
  {
    id: 'G-ROBOT-BLOCKED',
    severity: 'W',
    on: 'group',
    why: 'A search engine that may fetch nothing drops the site, or lists it without content.',
    fix: 'Remove the rule if the site shall be found',
    hurts: nobody,
    find: group => {
      const search = new Set(robotsOf('search').map(name => name.toLowerCase()));
      const blocked = closesAll(group) ? group.agents.filter(agent => search.has(nameOf(agent))) : [];
      return blocked.length === 0 ? null : { says: `${blocked.map(agent => agent.value).join(', ')} may fetch nothing` };
    },
  },
  {
    id: 'P-ALL',
    severity: 'W',
    on: 'group',
    why: 'A left-over of a test site closes the whole site for everybody.',
    fix: 'Remove the rule if the site shall be found',
    hurts: nobody,
    find: group => {
      const line = isFor(group, '*') && closesAll(group) ? group.rules.find(rule => /^\/\*?$/.test(rule.value)) : undefined;
      return line ? { says: 'This closes the whole site for every robot without a group of its own', at: whole(line) } : null;
    },
  },
  {
    id: 'G-AI',
    severity: 'I',
    on: 'file',
    why: 'What a file says to crawlers that gather text for models is often meant as a whole, and new names appear.',
    fix: null,
    hurts: nobody,
    find: source => {
      const state = new Map(robotsOf('ai').map(name => [name.toLowerCase(), 'unmentioned']));
      let named = 0;
      for (const group of source.groups)
        for (const agent of group.agents)
          if (state.has(nameOf(agent))) {
            state.set(nameOf(agent), closesAll(group) ? 'blocked' : 'allowed in part or whole');
            named += 1;
          }
      if (named === 0) return null;
      const list = (wanted: string): string =>
        robotsOf('ai')
          .filter(name => state.get(name.toLowerCase()) === wanted)
          .join(', ') || 'none';
      return {
        says: `AI crawlers blocked: ${list('blocked')}; allowed in part or whole: ${list('allowed in part or whole')}; unmentioned: ${list('unmentioned')}`,
      };
    },
  },
];
