import { type Check, valueSpan } from '../diagnostic.ts';
import { removed } from '../edits.ts';
import { everyone, withoutWildcards } from '../hurts.ts';
import { at, isFullUrl } from '../in-path.ts';
import { knownRobot } from '../known-robots.ts';

/** Whether the value of a rule is a path at all. */
export const pathChecks: readonly Check[] = [
  {
    id: 'P-NO-SLASH',
    title: 'Path without a slash',
    mistake: 'no-slash',
    severity: 'E',
    on: 'rule',
    why: 'A path starts with / or *. For most parsers any other path never matches; some add the slash.',
    fix: 'Start the path with a slash',
    fixes: 'asks',
    source: 'RFC 9309 §2.2',
    hurts: ({ noSlash }) => noSlash.value === 'kept' || noSlash.value === 'ignored',
    find: line =>
      line.value !== '' && !/^[/*$\\]/.test(line.value) && !isFullUrl(line.value) && knownRobot(line.value) === null
        ? { says: `The path does not start with a slash: ${line.value.slice(0, 200)}`, at: at(line, 0, 0), replacement: '/' }
        : null,
  },
  {
    id: 'P-STAR-ONLY',
    title: '* without a slash',
    mistake: 'name-and-path-exchanged',
    severity: 'W',
    on: 'rule',
    why: 'Parsers without wildcards look for a path that starts with a star.',
    fix: 'Write / to match everything',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3; Ours: found comparing parsers',
    hurts: withoutWildcards,
    find: line => (line.value === '*' ? { says: 'A * without a slash', at: valueSpan(line), replacement: '/' } : null),
  },
  {
    id: 'P-URL',
    title: 'Full URL as a path',
    severity: 'E',
    on: 'rule',
    why: 'Rules take paths of this host. A full URL is compared as a path and never matches.',
    fix: 'Write the path only',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.2',
    hurts: ({ absoluteRule }) => absoluteRule.value === 'kept',
    find: line => {
      if (!isFullUrl(line.value)) return null;
      const path = /^[^/]*\/\/[^/]*(\/.*)?$/.exec(line.value)?.[1] ?? '/';
      return { says: 'A full URL instead of a path', at: valueSpan(line), replacement: path };
    },
  },
  {
    id: 'P-EMPTY-ALLOW',
    title: 'Empty Allow',
    severity: 'E',
    on: 'rule',
    why: 'An empty Allow has no effect for most crawlers and blocks everything for some.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2; Ours: found comparing parsers',
    hurts: ({ emptyAllow }) => emptyAllow.value === 'disallow-all',
    find: line =>
      line.kind === 'allow' && line.value === '' ? { says: 'Allow without a path', changes: [removed(line)] } : null,
  },
  {
    id: 'P-SPACE',
    title: 'Space in a path',
    mistake: 'several-paths',
    severity: 'E',
    on: 'rule',
    why: 'URLs contain no spaces. A path with a space matches nothing, or is cut at the space.',
    fix: 'Write %20, or remove the space',
    fixes: 'asks',
    source: 'RFC 9309 §2.2; RFC 3986 §2',
    hurts: everyone,
    find: line => {
      const words = line.value.split(/[ \t]+/);
      if (
        line.trouble !== null ||
        words.length < 2 ||
        words.every(word => /^[/*]/.test(word)) ||
        /(allow|user-agent)\s*:/i.test(line.value)
      )
        return null;
      const match = /[ \t]+/.exec(line.value);
      const encoded = line.value.replace(/[ \t]/g, '%20');
      return match
        ? {
            says: 'A space inside the path',
            at: at(line, match.index, match[0].length),
            changes: [{ at: valueSpan(line), insert: encoded }],
          }
        : null;
    },
  },
];
