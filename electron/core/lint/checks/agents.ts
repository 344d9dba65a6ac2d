import { editDistance } from '../../query/near.ts';
import { type Check, type Finding, valueSpan } from '../diagnostic.ts';
import { behind, removed, replaced } from '../edits.ts';
import { everyone, nobody, only } from '../hurts.ts';
import { knownRobot, robotNames } from '../known-robots.ts';
import { nameOf, type SourceLine } from '../source.ts';

const isHeader = (name: string): boolean => /^mozilla\/|[()]|https?:\/\//i.test(name);
const isList = (name: string): boolean => /[,;|]/.test(name) && !isHeader(name);
/** A name that is neither a path, a list nor a whole header. */
const isName = (line: SourceLine): boolean =>
  line.value !== '' && line.value !== '*' && !line.value.startsWith('/') && !isHeader(line.value) && !isList(line.value);

const nearNames = new Map<string, string | null>();
/** The known robot one slip away, null for none. */
function nearRobot(name: string): string | null {
  const lower = name.toLowerCase();
  if (lower.length < 6 || lower.length > 30) return null;
  let near = nearNames.get(lower);
  if (near === undefined) {
    near =
      robotNames.find(robot => Math.abs(robot.length - lower.length) < 2 && editDistance(lower, robot.toLowerCase()) === 1) ??
      null;
    if (nearNames.size < 2000) nearNames.set(lower, near);
  }
  return near;
}

/** Where the written part ends and a comment, or nothing, starts. */
const endOf = (line: SourceLine): number => (line.hash < 0 ? line.text.length : line.text.slice(0, line.hash).trimEnd().length);
/** The name in a whole header that says `compatible; Name/1.0`, or starts with a name. */
const tokenIn = (header: string): string | null =>
  /compatible;\s?([A-Za-z_-]{3,60})(?:\/[\d.]+)?/i.exec(header)?.[1] ??
  /^(?!mozilla)([A-Za-z_-]{3,60})\/[\d.]+\s?\(/i.exec(header)?.[1] ??
  null;

const role = (line: SourceLine, wanted: string, says: string): Finding | null =>
  knownRobot(line.value)?.role === wanted ? { says: `${line.value} ${says}`, at: valueSpan(line) } : null;

export const agentChecks: readonly Check[] = [
  {
    id: 'G-EMPTY-AGENT',
    title: 'Empty User-agent',
    severity: 'E',
    on: 'agent',
    why: 'A group without a name applies to no robot; for some parsers it applies to all.',
    fix: 'Write a name, or *',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ emptyAgent }) => emptyAgent.value === 'everybody',
    find: line =>
      line.value === ''
        ? { says: 'User-agent without a name', changes: [replaced(line, line.keyEnd, endOf(line), ': *')], safe: false }
        : null,
  },
  {
    id: 'G-TOKEN-CHARS',
    title: 'Invalid characters in a name',
    severity: 'W',
    on: 'agent',
    why: 'A product token contains only letters, - and _ (RFC 9309 section 2.2.1). Google’s parser cuts the name at any other character.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2.1; google/robotstxt: source code',
    hurts: ({ lineToken }) => lineToken.value === 'leading-letters',
    find: line => {
      if (!isName(line) || /[\s/*]/.test(line.value)) return null;
      const kept = /^[A-Za-z_-]*/.exec(line.value)?.[0] ?? '';
      if (kept === line.value) return null;
      const says = `${line.value} is cut to “${kept}” where only letters, - and _ count`;
      // Its operator documents exactly this name, so the author cannot change it.
      if (knownRobot(line.value) !== null) return { says, at: valueSpan(line), severity: 'I' };
      // The remaining name belongs to another robot. Some crawlers apply the group to that robot, the others to none.
      return { says, at: valueSpan(line), severity: knownRobot(kept) === null ? 'W' : 'E' };
    },
  },
  {
    id: 'G-TOKEN-VERSION',
    title: 'Version in the name',
    severity: 'W',
    on: 'agent',
    why: 'Parsers that compare whole names do not match a name with a version.',
    fix: 'Remove the version',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ lineToken }) => lineToken.value === 'whole',
    find: line => {
      const version = isName(line) ? /^([^\s/]+)\/[\d.]+$/.exec(line.value) : null;
      return version
        ? { says: `A version in the name: ${line.value}`, at: valueSpan(line), replacement: version[1] ?? '' }
        : null;
    },
  },
  {
    id: 'G-TOKEN-FULL-UA',
    title: 'Whole User-Agent header as a name',
    severity: 'E',
    on: 'agent',
    why: 'The line takes the product token. Parsers compare a whole User-Agent header in part or not at all.',
    fix: 'Write the product token',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.1',
    hurts: everyone,
    find: line => {
      if (line.value === '' || !isHeader(line.value)) return null;
      const token = tokenIn(line.value.slice(0, 500));
      const mended = token === null ? {} : { replacement: token, safe: knownRobot(token) !== null };
      return { says: 'A whole User-Agent header instead of a name', at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'G-TOKEN-SPACE',
    title: 'Space in a name',
    severity: 'W',
    on: 'agent',
    why: 'Names contain no spaces. Only parsers that search for part of a name match this one.',
    fix: 'Write the one word that the robot calls itself',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ agentCompare }) => agentCompare.value.startsWith('equal'),
    find: line => {
      if (!isName(line) || !/\s/.test(line.value)) return null;
      const known = line.value.split(/\s+/).find(word => knownRobot(word) !== null);
      return {
        says: `A space in the name: ${line.value}`,
        at: valueSpan(line),
        ...(known === undefined ? {} : { replacement: known }),
      };
    },
  },
  {
    id: 'G-TOKEN-STAR',
    title: 'Wildcard in a name',
    severity: 'W',
    on: 'agent',
    why: 'A * means all robots only on its own. Hardly any parser supports it inside a name.',
    fix: 'Write full names',
    fixes: null,
    source: 'RFC 9309 §2.2.1',
    hurts: ({ agentCompare }) => agentCompare.value !== 'equal-then-glob' && agentCompare.value !== 'equal-then-pieces',
    find: line => {
      if (!isName(line) || !line.value.includes('*')) return null;
      const known = knownRobot(line.value.replaceAll('*', ''));
      const mended = known === null ? {} : { replacement: known.name, safe: false };
      return { says: `Wildcard inside a name: ${line.value}`, at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'G-TOKEN-PREFIX',
    title: 'Name is part of others',
    severity: 'W',
    on: 'agent',
    why: 'Parsers that search for this name inside a robot’s name apply the group to other robots too.',
    fix: 'Write the whole name of the robot',
    fixes: null,
    source: 'Ours: found comparing parsers',
    hurts: ({ agentCompare }) =>
      ['line-in-name', 'either-in-other', 'line-prefixes-name', 'equal-then-line-in-name'].includes(agentCompare.value),
    find: line => {
      if (!isName(line) || line.value.length > 6 || knownRobot(line.value)) return null;
      const longer = robotNames.filter(name => name.toLowerCase().includes(nameOf(line)));
      return longer.length === 0
        ? null
        : {
            says: `${line.value} is also part of ${longer.slice(0, 4).join(', ')}${longer.length > 4 ? ', …' : ''}`,
            at: valueSpan(line),
          };
    },
  },
  {
    id: 'G-TOKEN-SHORT',
    title: 'Name of one letter',
    severity: 'I',
    on: 'agent',
    why: 'In parsers where the longest name wins, * counts as one character, so a name of one letter does not win.',
    fix: null,
    fixes: null,
    source: 'Ours: found comparing parsers',
    hurts: ({ star }) => star.value.startsWith('competes'),
    find: line => (isName(line) && line.value.length === 1 ? { says: 'A name of one letter', at: valueSpan(line) } : null),
  },
  {
    id: 'G-TOKEN-UNKNOWN',
    title: 'Name similar to a known robot',
    severity: 'I',
    on: 'agent',
    why: 'The name differs from that of a known robot by one letter or two.',
    fix: 'Correct the name',
    fixes: 'asks',
    source: 'Ours: list of known robots',
    hurts: nobody,
    find: line => {
      const near = isName(line) && !line.value.includes('*') && knownRobot(line.value) === null ? nearRobot(line.value) : null;
      return near
        ? {
            says: `${line.value} is not a known robot, did you mean ${near}?`,
            at: valueSpan(line),
            replacement: near,
            safe: false,
          }
        : null;
    },
  },
  {
    id: 'G-TOKEN-OBSOLETE',
    title: 'Retired robot',
    severity: 'I',
    on: 'agent',
    why: 'No robot with this name crawls any more.',
    fix: 'Remove the name',
    fixes: null,
    source: 'Ours: list of known robots',
    hurts: nobody,
    find: (line, source) => {
      const found = role(line, 'retired', 'is retired');
      const group = found && source.groups.find(each => each.agents.includes(line));
      // Alone in its group it would leave its rules to the group before.
      return group && group.agents.length > 1 ? { ...found, changes: [removed(line)] } : found;
    },
  },
  {
    id: 'G-TOKEN-NOT-REP',
    title: 'Control token',
    severity: 'I',
    on: 'agent',
    why: 'The name controls how fetched pages may be used. No robot crawls under it.',
    fix: null,
    fixes: null,
    source: 'Google and Apple: their crawler pages',
    hurts: nobody,
    find: line => role(line, 'control', 'is a control token, not a robot'),
  },
  {
    id: 'G-CHILD',
    title: 'Robots that fall back to Googlebot',
    severity: 'I',
    on: 'agent',
    why: 'Google’s own robots without a group use Googlebot’s group. Parsers that compare whole names use the group for *.',
    fix: 'Add a group for it if that matters',
    fixes: 'asks',
    source: 'Google: its crawlers; Ours: found comparing parsers',
    hurts: only('rfc9309', 'protego', 'scrapy', 'robots-parser'),
    find: (line, source) => {
      if (nameOf(line) !== 'googlebot') return null;
      const children = ['Googlebot-Image', 'Googlebot-News', 'Googlebot-Video'].filter(
        name => !source.names.has(name.toLowerCase()),
      );
      return children.length === 0
        ? null
        : {
            says: `${children.join(', ')} will use this group at Google`,
            at: valueSpan(line),
            changes: [behind(line, children.map(name => `${line.key}: ${name}`).join('\n'))],
            safe: false,
          };
    },
  },
];
