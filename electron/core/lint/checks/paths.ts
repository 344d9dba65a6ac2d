import { type Check, valueSpan } from '../diagnostic.ts';
import { removed } from '../edits.ts';
import { everyone, withoutWildcards } from '../hurts.ts';
import { at, isFullUrl } from '../in-path.ts';
import { knownRobot } from '../known-robots.ts';

/** Whether the value of a rule is a path at all. */
export const pathChecks: readonly Check[] = [
  {
    id: 'P-NO-SLASH',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'A path begins with / or *. Another one never matches for most parsers; some put the slash in.',
    fix: 'Begin the path with a slash',
    hurts: ({ noSlash }) => noSlash.value === 'kept' || noSlash.value === 'ignored',
    find: line =>
      line.value !== '' && !/^[/*$\\]/.test(line.value) && !isFullUrl(line.value) && knownRobot(line.value) === null
        ? { says: `The path does not begin with a slash: ${line.value.slice(0, 200)}`, at: at(line, 0, 0), replacement: '/' }
        : null,
  },
  {
    id: 'P-STAR-ONLY',
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'Parsers without wildcards look for a path that begins with a star.',
    fix: 'Write / for everything',
    hurts: withoutWildcards,
    find: line => (line.value === '*' ? { says: 'A * without a slash', at: valueSpan(line), replacement: '/' } : null),
  },
  {
    id: 'P-URL',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'Rules take paths of this host; a full URL is compared as a path and never matches.',
    fix: 'Write the path only',
    hurts: ({ absoluteRule }) => absoluteRule.value === 'kept',
    find: line => {
      if (!isFullUrl(line.value)) return null;
      const path = /^[^/]*\/\/[^/]*(\/.*)?$/.exec(line.value)?.[1] ?? '/';
      return { says: 'A full URL in place of a path', at: valueSpan(line), replacement: path };
    },
  },
  {
    id: 'P-EMPTY-ALLOW',
    severity: 'E',
    on: 'rule',
    why: 'An empty Allow has no effect for most crawlers and closes everything for some.',
    fix: 'Remove the line',
    hurts: ({ emptyAllow }) => emptyAllow.value === 'disallow-all',
    find: line =>
      line.kind === 'allow' && line.value === '' ? { says: 'Allow without a path', changes: [removed(line)] } : null,
  },
  {
    id: 'P-SPACE',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'URLs have no blanks; a path with one matches nothing, or is cut there.',
    fix: 'Write %20, or remove the blank',
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
            says: 'A blank inside the path',
            at: at(line, match.index, match[0].length),
            changes: [{ at: valueSpan(line), insert: encoded }],
          }
        : null;
    },
  },
];
