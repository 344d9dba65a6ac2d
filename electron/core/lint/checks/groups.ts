import { type Change, type Check, type Finding, type Span, valueSpan } from '../diagnostic.ts';
import { before, behind, removed } from '../edits.ts';
import { everyone, nobody } from '../hurts.ts';
import { knownRobot, robotsOf } from '../known-robots.ts';
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

/** Whether the group says that everything is open, which nobody writes by chance. */
const opensAll = (group: LintGroup): boolean => group.rules.length > 0 && !group.rules.some(restricts);

/** Robots people mean when they ask why a home page is not found. */
const isSearch = (agent: SourceLine): boolean => agent.value === '*' || knownRobot(agent.value)?.role === 'search';

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

/** Lines added behind everything a group has. */
function inserted(group: LintGroup, lines: readonly string[]): { changes?: readonly Change[] } {
  const last = [...group.rules, ...group.delays, ...group.agents].reduce((a, b) => (a.number > b.number ? a : b));
  return lines.length === 0 ? {} : { changes: [behind(last, lines.join('\n'))] };
}

/** Rules that can be repeated as they are; others would repeat their faults. */
const copied = (rules: readonly SourceLine[]): string[] =>
  rules.filter(rule => rule.trouble === null && /^[/*]\S*$/.test(rule.value)).map(rule => `${rule.key}: ${rule.value}`);

const named = (group: LintGroup, names: readonly string[]): { changes?: readonly Change[] } => {
  const last = group.agents.at(-1);
  return last ? { changes: [behind(last, names.map(name => `${last.key}: ${name}`).join('\n'))] } : {};
};

/** The foreign lines of a run behind the last rule of the group. */
function moved(group: LintGroup): { changes?: readonly Change[] } {
  const last = group.rules.at(-1);
  if (!last || group.foreign.length === 0) return {};
  return { changes: [...group.foreign.map(removed), behind(last, group.foreign.map(line => line.text).join('\n'))] };
}

const blanksFrom = (source: Source, first: SourceLine, to: number): Change[] =>
  source.lines.slice(first.number - 1, to).flatMap(line => (line.kind === 'blank' ? [removed(line)] : []));

/** The further group of one name put behind the first one; RFC 9309 reads them as one already. */
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
    severity: 'E',
    on: 'file',
    why: 'A rule before the first User-agent line belongs to no group. Most crawlers ignore it, one rejects the file.',
    fix: 'Put a User-agent line before it',
    unsafe: true,
    hurts: everyone,
    find: source =>
      source.groups.length === 0
        ? null
        : source.orphans.map(line => ({
            says: 'Rule before any User-agent line',
            at: whole(line),
            changes: [before(source.orphans[0] ?? line, 'User-agent: *')],
          })),
  },
  {
    id: 'G-NO-AGENT',
    severity: 'E',
    on: 'file',
    why: 'Rules without a User-agent line speak to nobody.',
    fix: 'Begin the file with User-agent: *',
    unsafe: true,
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
        ? { says: `The group of ${namesOf(group).slice(0, 200)} has no rules`, ...inserted(group, ['Disallow:']) }
        : null,
  },
  {
    id: 'G-DELAY-ONLY',
    severity: 'E',
    on: 'group',
    why: 'A robot reads only the group that names it. With a group of its own, the rules for * no longer apply to it.',
    fix: 'Repeat the rules of * in this group',
    unsafe: true,
    hurts: ({ bareNamed }) => bareNamed.value === 'hides-star',
    find: (group, source) =>
      group.rules.length === 0 && group.delays.length > 0 && !isFor(group, '*') && starRulesOf(source).length > 0
        ? {
            says: `The group of ${namesOf(group).slice(0, 200)} has only a Crawl-delay; ${linesText(starRulesOf(source))} ${starRulesOf(source).length === 1 ? 'does' : 'do'} not apply to it`,
            ...inserted(group, copied(starRulesOf(source))),
          }
        : null,
  },
  {
    id: 'G-RUN-BROKEN',
    severity: 'E',
    on: 'group',
    why: 'For RFC 9309 and Google only a rule ends a run of User-agent lines; other parsers begin a new group here.',
    fix: 'Put the line behind the rules of the group',
    hurts: ({ runEnd }) => runEnd.value !== 'rules',
    find: group => {
      const line = group.foreign[0];
      const last = group.agents.at(-1);
      if (!line || !last) return null;
      return {
        says: `${line.key === '' ? 'This line' : line.key} stands between User-agent lines: ${group.agents[0]?.value} and ${last.value} share their rules for some crawlers only`,
        at: whole(line),
        ...moved(group),
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
        if (line?.kind === 'blank')
          return { says: 'Empty line inside a group', at: whole(line), changes: blanksFrom(source, line, last.number) };
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
          ...merged(source, first, again),
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
          ...merged(source, first, again),
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
    severity: 'W',
    on: 'group',
    why: 'A robot reads only the group that names it, and nothing of the group for *.',
    fix: 'Repeat the rules that shall hold for it',
    unsafe: true,
    hurts: ({ star }) => star.value !== 'united',
    find: (group, source) => {
      const star = starRulesOf(source);
      if (star.length === 0 || group.rules.length === 0 || isFor(group, '*') || closesAll(group) || opensAll(group)) return null;
      const own = new Set(group.rules.map(rule => rule.value));
      // A file of a thousand groups shall not compare a thousand times a thousand rules.
      const missing = star.slice(0, 200).filter(rule => !own.has(rule.value));
      return missing.length === 0
        ? null
        : {
            says: `${linesText(missing)} ${missing.length === 1 ? 'does' : 'do'} not apply to ${namesOf(group).slice(0, 200)}`,
            ...inserted(group, copied(missing)),
          };
    },
  },
  {
    id: 'G-ADSBOT',
    severity: 'W',
    on: 'group',
    why: 'Google’s advertising robots follow only groups that name them.',
    fix: 'Name AdsBot-Google and Mediapartners-Google if they are meant too',
    unsafe: true,
    hurts: dialect => dialect.id === 'google',
    find: (group, source) =>
      isFor(group, '*') && closesAll(group) && !ADVERTISING.some(name => source.names.has(name))
        ? {
            says: '* does not speak to AdsBot-Google, Mediapartners-Google and APIs-Google',
            ...named(group, ['AdsBot-Google', 'Mediapartners-Google', 'APIs-Google']),
          }
        : null,
  },
  {
    id: 'G-APPLE',
    severity: 'I',
    on: 'group',
    why: 'Without a group of its own Applebot follows that of Googlebot.',
    fix: 'Name Applebot here, or add a group of its own',
    unsafe: true,
    hurts: nobody,
    find: (group, source) =>
      isFor(group, 'googlebot') && !source.names.has('applebot')
        ? { says: 'Applebot will follow this group too', ...named(group, ['Applebot']) }
        : null,
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
    id: 'P-LANDING',
    severity: 'I',
    on: 'group',
    why: 'Robots start at the home page. Some fetch it whatever the rules say, and its bare address can be listed without them.',
    fix: 'Use noindex if the home page shall not be listed',
    hurts: ({ landingPage }) => landingPage.value === 'root',
    find: group => {
      const closes = group.rules.find(rule => rule.kind === 'disallow' && /^\/?\*?\$?$/.test(rule.value) && rule.value !== '');
      const opens = group.rules.some(rule => rule.kind === 'allow' && /^\/?\*?\$?$/.test(rule.value) && rule.value !== '');
      return closes && !opens && group.agents.some(isSearch)
        ? { says: `The home page is closed to ${namesOf(group).slice(0, 200)}`, at: whole(closes) }
        : null;
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
