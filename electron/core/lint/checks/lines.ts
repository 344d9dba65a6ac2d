import { type Change, type Check, type Finding, keySpan, type Span, valueSpan } from '../diagnostic.ts';
import { before, removed, replaced } from '../edits.ts';
import { everyone, nobody } from '../hurts.ts';
import { usual } from '../keywords.ts';
import { knownRobot } from '../known-robots.ts';
import type { SourceLine } from '../source.ts';
import { isRule } from '../source.ts';

const content = (line: SourceLine): Span => {
  const end = line.hash < 0 ? line.text.length : line.hash;
  return { line, from: line.text.length - line.text.trimStart().length, to: line.text.slice(0, end).trimEnd().length };
};

/** `text` is the value, if it differs from the written one. */
const withColon = (line: SourceLine, text = line.value): string => `${line.key}: ${text}`.trimEnd();
const comment = (line: SourceLine): string => `# ${line.text.slice(content(line).from, content(line).to)}`;
const words = (text: string): string[] => text.split(/[ \t]+/).filter(word => word !== '');
const isPath = (word: string): boolean => /^[/*]/.test(word);

/** Several paths and nothing else. */
const pathList = (line: SourceLine): readonly string[] | null => {
  const list = isRule(line) && /[ \t]/.test(line.value) && !/(allow|agent|sitemap):/i.test(line.value) ? words(line.value) : [];
  return list.length > 1 && list.every(isPath) ? list : null;
};

const SECRET =
  /\.(sql|bak|env|git|htpasswd|pem|key)\b|backup|passwd|passwords?[._-]?(list|txt|csv|xls|doc|db)|\bsecret|confidential|\bdump\b|\badmin[-_][a-z0-9]|phpmyadmin|private[-_]key/i;

const isSwappedAgent = (line: SourceLine): boolean => line.kind === 'user-agent' && line.value.startsWith('/');
const isSwappedRule = (line: SourceLine): boolean => isRule(line) && knownRobot(line.value) !== null;

/** The two values in each other’s place, where the two lines are a pair. */
function exchanged(agent: SourceLine | undefined, rule: SourceLine | undefined): { changes?: readonly Change[] } {
  if (!agent || !rule || !isSwappedAgent(agent) || !isSwappedRule(rule)) return {};
  return {
    changes: [
      replaced(agent, agent.valueAt, agent.valueEnd, rule.value),
      replaced(rule, rule.valueAt, rule.valueEnd, agent.value),
    ],
  };
}

/** Marks a line of one trouble. */
const trouble =
  (kind: SourceLine['trouble'], say: (line: SourceLine) => Omit<Finding, 'at'>) =>
  (line: SourceLine): Finding | null =>
    line.trouble === kind ? { ...say(line), at: content(line) } : null;

const spaceReaders = ({ separator }: { separator: { value: string } }): boolean => separator.value.startsWith('colon-or-space');

export const lineChecks: readonly Check[] = [
  {
    id: 'K-SYNTAX',
    title: 'Not a directive',
    severity: 'E',
    on: 'line',
    why: 'A line is blank, a comment, or a keyword, a colon and a value (RFC 9309 section 2.2).',
    fix: 'Make it a comment with #, or remove it',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: trouble('syntax', line => ({ says: 'The line is not a directive', replacement: comment(line) })),
  },
  {
    id: 'K-KEYWORDS',
    title: 'Plain text',
    mistake: 'no-slash',
    severity: 'W',
    on: 'line',
    why: 'Crawlers skip plain text and search terms in robots.txt.',
    fix: 'Remove it, or make it a comment with #',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: trouble('prose', line => ({
      says: 'The line looks like plain text, not like a directive',
      replacement: comment(line),
    })),
  },
  {
    id: 'K-COMMENT-ALT',
    title: 'Not a comment',
    severity: 'E',
    on: 'line',
    why: 'Only # starts a comment. Crawlers read the text of other kinds of comment.',
    fix: 'Start the comment with #',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: trouble('comment-alt', line => ({
      says: 'This does not start a comment',
      replacement: `# ${line.value.replace(/^(\/\/|;|<!--|\/\*|\*\/|-->|--)\s*/, '')}`.trimEnd(),
    })),
  },
  {
    id: 'K-NO-COLON',
    title: 'Missing colon',
    severity: 'E',
    on: 'line',
    why: 'The colon is required. Some parsers accept a line without it, others ignore the line.',
    fix: 'Add the colon',
    fixes: 'safe',
    source: 'RFC 9309 §2.2; google/robotstxt: source code',
    hurts: dialect => !spaceReaders(dialect),
    find: trouble('no-colon', line => ({ says: `Missing colon after “${line.key}”`, replacement: withColon(line).trimEnd() })),
  },
  {
    id: 'K-NO-COLON-3',
    title: 'Missing colon, several words',
    severity: 'E',
    on: 'line',
    why: 'Google accepts a missing colon only if the line has exactly two words.',
    fix: 'Add the colon',
    fixes: 'safe',
    source: 'google/robotstxt: source code',
    hurts: dialect => !spaceReaders(dialect) || dialect.separator.value === 'colon-or-space-two-words',
    find: trouble('no-colon-more-words', line => ({
      says: `Missing colon after “${line.key}”, and more than two words`,
      replacement:
        pathList(line)
          ?.map(path => withColon(line, path))
          .join('\n') ?? withColon(line, isRule(line) ? line.value.replace(/[ \t]/g, '%20') : line.value),
    })),
  },
  {
    id: 'K-COLON-SPLIT',
    title: 'Missing colon; a later colon is used',
    severity: 'E',
    on: 'line',
    why: 'The first colon of a line separates keyword and value, even inside the path.',
    fix: 'Add the colon',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: dialect => dialect.separator.value !== 'colon-or-space',
    find: trouble('colon-split', line => ({
      says: `Missing colon after “${line.key}”: the value becomes “${line.value.slice(line.value.indexOf(':') + 1).trim()}”`,
      replacement: withColon(line),
    })),
  },
  {
    id: 'K-SPACE-COLON',
    title: 'Space before the colon',
    severity: 'W',
    on: 'line',
    why: 'Heritrix ignores a line with a space before the colon.',
    fix: 'Remove the space',
    fixes: 'safe',
    source: 'Heritrix: source code',
    hurts: ({ separator }) => separator.value === 'colon-without-space-before',
    find: line => {
      const colon = line.keyword && line.trouble === null ? line.text.indexOf(':', line.keyEnd) : -1;
      return colon > line.keyEnd
        ? { says: 'Space before the colon', at: { line, from: line.keyEnd, to: colon }, replacement: '' }
        : null;
    },
  },
  {
    id: 'K-SWAPPED',
    title: 'Name and path swapped',
    mistake: 'name-and-path-exchanged',
    severity: 'E',
    on: 'line',
    why: 'User-agent takes the name of a robot, Disallow and Allow take a path.',
    fix: 'Swap the two values',
    fixes: 'asks',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: (line, source) => {
      if (isSwappedAgent(line))
        return {
          says: `A path instead of a robot name: “${line.value}”`,
          at: valueSpan(line),
          ...exchanged(line, source.lines[line.number]),
        };
      return isSwappedRule(line)
        ? {
            says: `A robot name instead of a path: “${line.value}”`,
            at: valueSpan(line),
            ...exchanged(source.lines[line.number - 2], line),
          }
        : null;
    },
  },
  {
    id: 'K-GLUED',
    title: 'Two directives on one line',
    severity: 'E',
    on: 'line',
    why: 'A value runs to the end of the line, so the second directive becomes part of the first value.',
    fix: 'Start a new line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line => {
      if (line.keyword === null || line.trouble !== null) return null;
      const second = /(user-agent|disallow|allow|sitemap|crawl-delay)[ \t]{0,9}:/i.exec(line.value);
      if (!second) return null;
      const from = line.valueAt + second.index;
      return {
        says: `A second directive on the line: ${usual(line.keyword.means)} continues with “${second[0]}”`,
        at: { line, from, to: line.valueEnd },
        changes: [replaced(line, line.valueAt + line.value.slice(0, second.index).trimEnd().length, from, '\n')],
      };
    },
  },
  {
    id: 'K-MULTI-PATH',
    title: 'Several paths on one line',
    mistake: 'several-paths',
    severity: 'E',
    on: 'rule',
    why: 'A line takes one path. Only the 1997 draft splits paths at spaces. Other parsers look for one path that contains a space.',
    fix: 'Write one line for each path',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
    hurts: ({ rulePaths }) => rulePaths.value !== 'white-space-list',
    find: line => {
      const list = line.trouble === null ? pathList(line) : null;
      if (!list) return null;
      return { says: `${list.length} paths on one line`, at: valueSpan(line), replacement: list.join(`\n${line.key}: `) };
    },
  },
  {
    id: 'K-MULTI-AGENT',
    title: 'Several names on one line',
    severity: 'E',
    on: 'agent',
    why: 'A User-agent line takes one name.',
    fix: 'Write one line for each name',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.1',
    hurts: ({ agentValues }) => agentValues.value !== 'white-space-list',
    find: line => {
      if (/[()]|^mozilla\//i.test(line.value)) return null;
      const names = line.value
        .split(/[,;|]+/)
        .map(name => name.trim())
        .filter(name => name !== '');
      // “FrontPage [NC,OR]” and “R&amp;D” are one name with other signs in it.
      return names.length < 2 || !names.every(name => /^[a-z*][\w .!/*-]{1,99}$/i.test(name))
        ? null
        : { says: `${names.length} robots on one line`, at: valueSpan(line), replacement: names.join(`\n${line.key}: `) };
    },
  },
  {
    id: 'K-INDENT',
    title: 'White space before the keyword',
    mistake: 'leading-white-space',
    severity: 'I',
    on: 'line',
    why: 'Current parsers skip leading white space, but some old ones did not.',
    fix: 'Remove it',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: line =>
      line.keyword && /^[ \t]/.test(line.text)
        ? { says: 'White space before the keyword', at: { line, from: 0, to: line.keyAt }, replacement: '' }
        : null,
  },
  {
    id: 'K-COMMENT-TAIL',
    title: 'Comment after a value',
    mistake: 'comments',
    severity: 'I',
    on: 'line',
    why: 'A comment may follow a value, but robots from before 2000 took it as part of the path.',
    fix: 'Put the comment on a separate line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: line =>
      line.keyword && line.hash > 0 && /\s/.test(line.text.charAt(line.hash - 1))
        ? {
            says: 'A comment follows the value',
            at: { line, from: line.hash, to: line.text.length },
            changes: [before(line, line.text.slice(line.hash).trimEnd()), replaced(line, line.valueEnd, line.text.length, '')],
          }
        : null,
  },
  {
    id: 'K-COMMENT-GLUED',
    title: '# without a space before it',
    mistake: 'comments',
    severity: 'W',
    on: 'line',
    why: 'Most parsers start a comment here. Some keep a # without a space before it as part of the value.',
    fix: 'Write %23 if it belongs to the path, otherwise put a space before it',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: ({ comment }) => comment.value !== 'any-hash',
    find: line =>
      line.keyword && line.value !== '' && line.hash > 0 && !/\s/.test(line.text.charAt(line.hash - 1))
        ? {
            says: '# without a space before it',
            at: { line, from: line.hash, to: line.hash + 1 },
            changes: [replaced(line, line.hash, line.hash, ' ')],
          }
        : null,
  },
  {
    id: 'K-SECRET',
    title: 'Sensitive path',
    severity: 'W',
    on: 'rule',
    why: 'Anyone can read robots.txt, so it reveals the paths it lists.',
    fix: 'Protect the path with a login instead of listing it here',
    fixes: null,
    source: 'RFC 9309 §3',
    hurts: nobody,
    find: line =>
      line.kind === 'disallow' && SECRET.test(line.value.slice(0, 2000))
        ? { says: `The path looks sensitive: “${line.value.slice(0, 200)}”`, at: valueSpan(line) }
        : null,
  },
  {
    id: 'K-DUP-LINE',
    title: 'Duplicate line',
    severity: 'I',
    on: 'file',
    why: 'The second line changes nothing.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'Ours: found comparing parsers',
    hurts: nobody,
    find: source => {
      const seen = new Map<string, number>();
      const findings: Finding[] = [];
      for (const line of source.lines) {
        if (!['sitemap', 'host', 'clean-param'].includes(line.kind)) continue;
        const text = `${line.kind} ${line.value}`;
        const first = seen.get(text);
        if (first === undefined) seen.set(text, line.number);
        else findings.push({ says: `The same as line ${first}`, at: keySpan(line), changes: [removed(line)] });
      }
      return findings;
    },
  },
];
