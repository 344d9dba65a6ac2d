import { type Check, keySpan, valueSpan } from '../diagnostic.ts';
import { nobody } from '../hurts.ts';
import type { SourceLine } from '../source.ts';

/** The text that every path matched by a rule starts with; '' where nothing is certain. */
const start = (rule: SourceLine): string => {
  const text = rule.value.split(/[*$]/, 1)[0] ?? '';
  return text.startsWith('/') ? text : '';
};

/** Whether some path could match both. Never says no where one does. */
const mayMeet = (a: SourceLine, b: SourceLine): boolean => {
  const [one, two] = [start(a), start(b)];
  return one.startsWith(two) || two.startsWith(one);
};

const short = (path: string): string => path.slice(0, 100);

/** Allow lines in every spelling the lint recognises: robots that have no Allow, and lines that open nothing. */
export const allowChecks: readonly Check[] = [
  {
    id: 'K-ALLOW',
    title: 'Allow is unknown to old robots',
    mistake: 'decoration',
    severity: 'I',
    on: 'file',
    why: 'The standards of 1994 and 1997 have Disallow only. Robots that read by them ignore an Allow. RFC 9309 has it.',
    fix: 'Nothing for crawlers of today; for the old robots, disallow only what is closed. An empty Disallow does not replace it',
    fixes: null,
    source: 'robotstxt.org 1994; RFC 9309 §2.2.2',
    hurts: ({ allowKnown }) => !allowKnown.value,
    find: source => {
      const lines = source.byKind('allow');
      const [first] = lines;
      return first
        ? {
            says: `${lines.length === 1 ? 'An Allow line' : `${lines.length} Allow lines`}, which robots of 1994 to 1997 ignore`,
            at: keySpan(first),
          }
        : null;
    },
  },
  {
    id: 'P-ALLOW-IDLE',
    title: 'Allow opens nothing',
    mistake: 'decoration',
    severity: 'I',
    on: 'group',
    why: 'Everything is open unless a rule closes it. This path is in no closed one, so the Allow changes nothing.',
    fix: 'If only this path should be open, add “Disallow: /”. Otherwise the line is not needed',
    fixes: null,
    source: 'RFC 9309 §2.2.2',
    hurts: nobody,
    find: group => {
      const closing = group.rules.filter(rule => rule.kind === 'disallow' && rule.value !== '');
      if (closing.length === 0 || closing.length > MOST) return null;
      return group.rules
        .filter(rule => rule.kind === 'allow' && rule.value !== '' && start(rule) !== '')
        .slice(0, MOST)
        .filter(rule => !closing.some(other => mayMeet(rule, other)))
        .map(rule => ({ says: `No Disallow of this group reaches ${short(rule.value)}`, at: valueSpan(rule) }));
    },
  },
];

/** Rules of one group that are compared with each other, so that a hostile file costs little. */
const MOST = 2_000;
