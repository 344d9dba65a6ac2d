import type { AssertionProblem } from '#shared/model/assertions.ts';
import { didYouMean } from '../query/near.ts';
import type { Dialect } from '../robots/dialect.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import { originOf } from '../url/authority.ts';
import type { Assertion } from './assertion.ts';
import { crawlerNamed, unknownDialect } from './crawlers.ts';
import { parsers, verbs } from './parse-clauses.ts';
import { type Word, wordsOf } from './words.ts';

export interface ParsedAssertions {
  readonly assertions: readonly Assertion[];
  readonly problems: readonly AssertionProblem[];
  /** What would apply to a line after the text: the site of the last `site` line, the dialect of the last `as` line. */
  readonly end: { readonly site: string | null; readonly dialect: string | null };
}

/** Common verbs of other tools, and the words for them here. */
const habits: Readonly<Record<string, string>> = {
  disallow: 'deny',
  allowed: 'allow',
  denied: 'deny',
  block: 'deny',
  forbid: 'deny',
  'crawl-delay': 'delay',
  origin: 'site',
  host: 'site',
  'same-as': 'same as',
};

interface Header {
  site: string | null;
  dialect: Dialect | null;
}

/** Reads assertions, one a line (docs/assertions.md). Each invalid line is a problem; the other lines still count. */
export function parseAssertions(text: string): ParsedAssertions {
  const assertions: Assertion[] = [];
  const problems: AssertionProblem[] = [];
  const header: Header = { site: null, dialect: null };
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const words = wordsOf(line);
    const number = index + 1;
    const complain = (at: Word, message: string, fix: string): null => {
      problems.push({ line: number, column: at.column, endColumn: at.endColumn, message, fix });
      return null;
    };
    const assertion = readLine(words, number, header, complain);
    if (assertion) assertions.push(assertion);
  }
  return { assertions, problems, end: { site: header.site, dialect: header.dialect?.id ?? null } };
}

/** The assertion of a line; null for a line that has none, or that is a problem. */
function readLine(words: readonly Word[], number: number, header: Header, complain: Complain): Assertion | null {
  const [verb] = words;
  const last = words.at(-1);
  if (!verb || !last) return null;
  const open = words.find(word => word.text.split('"').length % 2 === 0);
  if (open) return complain(open, 'A double quote is not closed.', 'Write a second one after the name.');
  const name = verb.text.toLowerCase();
  if (name === 'site') return readSite(words, header, complain);
  if (name === 'as') return readDialect(words, header, complain);
  const parser = Object.hasOwn(parsers, name) ? parsers[name as keyof typeof parsers] : undefined;
  if (!parser) return complain(verb, `“${verb.text}” is no assertion.`, verbFix(name));
  return parser({
    words,
    placed: { line: number, column: verb.column, endColumn: last.endColumn, origin: header.site },
    complain,
    crawler: word => {
      const found = crawlerNamed(word.text, header.dialect);
      return 'message' in found ? complain(word, found.message, found.fix) : found;
    },
    dialect: header.dialect,
  });
}

type Complain = (at: Word, message: string, fix: string) => null;

function verbFix(name: string): string {
  const habit = Object.hasOwn(habits, name) ? habits[name] : undefined;
  if (habit !== undefined) return `Write ${habit}.`;
  const near = didYouMean(name, verbs).trim();
  return near === '' ? `Lines start with ${verbs.join(', ')}, or with # for a comment.` : near;
}

function readSite(words: readonly Word[], header: Header, complain: Complain): null {
  const [verb, site, extra] = words;
  if (!verb) return null;
  if (!site) return complain(verb, 'The site is missing.', 'Write site https://example.com');
  if (extra) return complain(extra, `“${extra.text}” is one word too many.`, 'A site line has one address.');
  const origin = originOf(site.text);
  if (!origin) return complain(site, `“${site.text}” is no http or https address.`, 'Write site https://example.com');
  const rest = site.text.slice(site.text.indexOf('//') + 2).replace(/^[^/?#]*/, '');
  if (rest !== '' && rest !== '/')
    return complain(site, 'A site is scheme, host and port, without a path.', `Write site ${origin.key}`);
  header.site = origin.key;
  return null;
}

function readDialect(words: readonly Word[], header: Header, complain: Complain): null {
  const [verb, id, extra] = words;
  if (!verb) return null;
  if (!id) return complain(verb, 'The dialect is missing.', 'Write as google, or as own for each crawler’s own.');
  if (extra) return complain(extra, `“${extra.text}” is one word too many.`, 'An as line has one dialect.');
  if (id.text.toLowerCase() === 'own') {
    header.dialect = null;
    return null;
  }
  const dialect = dialectById(id.text.toLowerCase());
  if (!dialect) {
    const { message, fix } = unknownDialect(id.text);
    return complain(id, message, fix);
  }
  header.dialect = dialect;
  return null;
}
