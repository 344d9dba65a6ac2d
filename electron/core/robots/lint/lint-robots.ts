import { dialectById, dialectIds } from '../dialects/registry.ts';
import { catalogue } from './catalogue.ts';
import type { Check, Diagnostic, Finding, Found, Hurts, LintInput, Span } from './diagnostic.ts';
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
  const fix = finding.fix ?? check.fix;
  return {
    id: check.id,
    severity: check.severity,
    line: at?.line.number ?? 0,
    column: (at?.from ?? -1) + 1,
    endColumn: (at?.to ?? -1) + 1,
    message: finding.says,
    why: check.why,
    fix: fix === null ? null : { text: fix, ...(finding.replacement === undefined ? {} : { replacement: finding.replacement }) },
    dialects: finding.hurts ? idsOf(finding.hurts) : usualIdsOf(check),
  };
}

const wholeLine = (line: SourceLine): Span => ({ line, from: 0, to: line.text.length });

/** Nothing can be wrong with a line without a character. */
const linesFor = (on: 'line' | 'rule' | 'agent', source: Source): readonly SourceLine[] =>
  on === 'line' ? source.written : on === 'rule' ? source.rules : source.byKind('user-agent');

/** Calls back for everything a check looks at, with the place a finding has unless it says otherwise. */
function look(check: Check, source: Source, report: (found: Found, usual: Span | null) => void): void {
  switch (check.on) {
    case 'fetch':
      if (source.input.fetch || source.input.url) report(check.find(source), null);
      return;
    case 'bytes':
      report(check.find(source), null);
      return;
    case 'file':
      if (source.body === 'text') report(check.find(source), null);
      return;
    case 'group':
      for (const group of source.groups) report(check.find(group, source), group.agents[0] ? wholeLine(group.agents[0]) : null);
      return;
    default:
      for (const line of linesFor(check.on, source)) report(check.find(line, source), wholeLine(line));
  }
}

/**
 * Everything the catalogue knows to be wrong or doubtful in a robots.txt, in file order. A body that is no text gets only what is
 * wrong with it as a whole. Takes any bytes, throws nothing; linear in the size of the file but for sorting the rules.
 */
export function lintRobots(input: LintInput): Diagnostic[] {
  const source = readSource(input);
  const diagnostics: Diagnostic[] = [];
  // The body of an error page is no robots.txt.
  const status = input.fetch === undefined ? 200 : (input.fetch.status ?? 0);
  const checks = status >= 200 && status < 300 ? catalogue : catalogue.filter(check => check.on === 'fetch');
  for (const check of checks)
    look(check, source, (found, usual) => {
      for (const finding of found === null ? [] : Array.isArray(found) ? (found as readonly Finding[]) : [found as Finding])
        diagnostics.push(diagnosticOf(check, finding, usual));
    });
  return diagnostics.sort((a, b) => a.line - b.line || a.column - b.column);
}
