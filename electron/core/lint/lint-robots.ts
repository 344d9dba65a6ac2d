import { dialectById, dialectIds } from '../robots/dialects/registry.ts';
import { finish, type Steps } from '../steps.ts';
import { catalogue } from './catalogue.ts';
import { type CrawlView, crawlViewOf } from './crawl-view.ts';
import {
  type Check,
  type Diagnostic,
  type Finding,
  type Found,
  type Hurts,
  type LintOptions,
  type LintReport,
  type Need,
  type NotChecked,
  type Span,
  wholeSpan,
} from './diagnostic.ts';
import { fixOf } from './edits.ts';
import { readSource, type Source, type SourceLine } from './source.ts';

const idsOf = (hurts: Hurts): readonly string[] =>
  dialectIds().filter(id => {
    const dialect = dialectById(id);
    return dialect !== null && hurts(dialect);
  });

/** Dialects of each check, worked out when it first finds something. */
const usualIds = new Map<string, readonly string[]>();
function usualIdsOf(check: Check): readonly string[] {
  const ids = usualIds.get(check.id) ?? idsOf(check.hurts);
  usualIds.set(check.id, ids);
  return ids;
}

function diagnosticOf(check: Check, finding: Finding, usual: Span | null): Diagnostic {
  const at = finding.at ?? usual;
  const advice = finding.fix ?? check.fix;
  const fix = advice === null ? null : fixOf(finding, usual, advice, finding.safe ?? check.fixes === 'safe');
  const dialects = finding.hurts ? idsOf(finding.hurts) : usualIdsOf(check);
  return {
    id: check.id,
    severity: finding.severity ?? check.severity,
    line: at?.line.number ?? 0,
    column: (at?.from ?? -1) + 1,
    endColumn: (at?.to ?? -1) + 1,
    message: finding.says,
    why: check.why,
    advice,
    source: check.source,
    ...(fix === null ? {} : { fix }),
    ...(dialects.length === 0 ? {} : { dialects }),
  };
}

/** Nothing can be wrong with a line without a character. */
const linesFor = (on: 'line' | 'rule' | 'agent', source: Source): readonly SourceLine[] =>
  on === 'line' ? source.written : on === 'rule' ? source.rules : source.byKind('user-agent');

interface Looked {
  readonly source: Source;
  readonly crawl: CrawlView | null;
}

/** Calls back for everything a check looks at, with the place a finding has unless it says otherwise. */
function look(check: Check, { source, crawl }: Looked, report: (found: Found, usual: Span | null) => void): void {
  switch (check.on) {
    case 'fetch':
    case 'bytes':
    case 'file':
      report(check.find(source), null);
      return;
    case 'crawl':
      if (crawl) report(check.find(crawl, source), null);
      return;
    case 'group':
      for (const group of source.groups) report(check.find(group, source), group.agents[0] ? wholeSpan(group.agents[0]) : null);
      return;
    default:
      for (const line of linesFor(check.on, source)) report(check.find(line, source), wholeSpan(line));
  }
}

const BODIES: Readonly<Record<Exclude<Source['body'], 'text' | 'empty'>, string>> = {
  html: 'the body is a page, not a robots.txt',
  binary: 'the body is not text',
  'utf-16': 'the body is not UTF-8',
};
const NEEDS: Readonly<Record<Need, string>> = {
  url: 'needs the URL of the file',
  crawl: 'needs a crawl of the site',
  earlier: 'needs an earlier version of the file',
  agents: 'needs responses to several User-Agent headers',
};

/** What keeps a check from being made, null for nothing. */
function missing(check: Check, { source, crawl }: Looked, isFile: boolean): string | null {
  const { fetch, url, withoutCrawl } = source.input;
  if (check.on === 'crawl' && !crawl) return withoutCrawl ?? NEEDS.crawl;
  if (check.on === 'fetch' && !fetch && check.needs !== 'url' && check.needs !== 'agents')
    return 'needs the response of the server';
  if (check.needs === 'url' && url === undefined && !crawl) return NEEDS.url;
  if (check.needs === 'earlier' && !crawl?.facts.earlier) return (crawl ? undefined : withoutCrawl) ?? NEEDS.earlier;
  if (check.needs === 'agents' && (fetch?.otherAgents ?? []).length === 0) return NEEDS.agents;
  if (check.on === 'fetch') return null;
  // The body of an error page is no robots.txt.
  if (!isFile) return 'there is no file: the server returned an error';
  if (check.on === 'bytes' || source.body === 'text' || source.body === 'empty') return null;
  return BODIES[source.body];
}

const listOf = (found: Found): readonly Finding[] =>
  found === null ? [] : Array.isArray(found) ? (found as readonly Finding[]) : [found as Finding];

/**
 * Everything that the catalogue finds wrong or doubtful in a robots.txt, in file order, and what it could not check.
 * A body that is not text gets only findings about the file as a whole. Accepts any bytes and throws nothing. Linear
 * in the size of the file, except for sorting the rules and, with a crawl, for trying wildcard rules against its
 * URLs.
 */
export const lintRobots = (bytes: Uint8Array, options: LintOptions = {}): LintReport => finish(lintSteps(bytes, options));

/** As `lintRobots`, a check at a time. Yields checks made. */
export function* lintSteps(bytes: Uint8Array, options: LintOptions): Steps<LintReport> {
  const source = readSource({ ...options, bytes });
  const crawl = options.crawl ? crawlViewOf(options.crawl, bytes) : null;
  const status = options.fetch === undefined ? 200 : (options.fetch.status ?? 0);
  const isFile = status >= 200 && status < 300;
  const diagnostics: Diagnostic[] = [];
  const notChecked: NotChecked[] = [];
  const { only } = options;
  const wanted = only ? catalogue.filter(({ id }) => only.has(id)) : catalogue;
  for (const [made, check] of wanted.entries()) {
    yield made;
    const why = missing(check, { source, crawl }, isFile);
    if (why !== null) {
      notChecked.push({ id: check.id, why });
      continue;
    }
    look(check, { source, crawl }, (found, usual) => {
      for (const finding of listOf(found)) diagnostics.push(diagnosticOf(check, finding, usual));
    });
  }
  return {
    diagnostics: diagnostics.sort((a, b) => a.line - b.line || a.column - b.column),
    notChecked,
    checked: wanted.length - notChecked.length,
  };
}
