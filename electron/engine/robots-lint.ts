import { endLength, lineEnd } from '#core/robots/body.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import type { Diagnostic, FetchFacts, LintOptions } from '#core/robots/lint/diagnostic.ts';
import { lintRobots } from '#core/robots/lint/lint-robots.ts';
import { robotsUrlOf } from '#core/url/authority.ts';
import type { LintFinding, LintView } from '#shared/model/lint.ts';
import type { RobotsVersion } from '#storage/robots-versions.ts';
import { robotsOutcomeWords } from './evidence.ts';

/** Listed at most; counts are of all. */
const mostFindings = 3_000;

/** The diagnostics of a draft. */
export const lintText = (text: string): LintView => lintView(new TextEncoder().encode(text), {}, '');

/** The diagnostics of a stored answer to /robots.txt: of its lines where it has any, else of the answer. */
export function lintVersion(version: RobotsVersion, origin: string, body: Uint8Array | null): LintView {
  const redirects = redirectsOf(version.redirects);
  const fetch: FetchFacts = {
    status: version.status,
    ...(version.status === null ? { problem: version.detail || (version.cause ?? 'no answer') } : {}),
    contentType: version.contentType,
    redirects: redirects.length > 0 && version.finalUrl !== '' ? [...redirects.slice(1), version.finalUrl] : [],
  };
  const sentence =
    version.access === 'rules' ? '' : `There are no lines to check (${robotsOutcomeWords(version)}); the answer itself was.`;
  return lintView(body ?? new Uint8Array(), { url: robotsUrlOf(origin), fetch }, sentence);
}

function redirectsOf(json: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read.filter(each => typeof each === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function lintView(bytes: Uint8Array, options: LintOptions, sentence: string): LintView {
  const { diagnostics, checked } = lintRobots(bytes, options);
  const counts = { E: 0, W: 0, I: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  const place = placer(bytes);
  return {
    findings: diagnostics.slice(0, mostFindings).map(each => findingOf(each, place)),
    counts,
    checks: checked,
    sentence,
  };
}

function findingOf(diagnostic: Diagnostic, place: (line: number, column: number) => number): LintFinding {
  const { id, severity, line, column, endColumn, message, why, advice, fix, dialects = [] } = diagnostic;
  const everybody = dialects.length === dialectIds().length;
  return {
    id,
    severity,
    line,
    column,
    endColumn,
    start: line > 0 ? place(line, column) : 0,
    end: line > 0 ? place(line, endColumn) : 0,
    message,
    why,
    fix: advice === null ? null : { title: advice, edits: fix?.edits ?? [] },
    dialects: everybody ? [] : dialects.map(each => dialectById(each)?.name ?? each),
    everybody,
  };
}

/** Byte offsets of lines and columns (both from 1) as the lint counts them: UTF-16 units of the text decoded as UTF-8. */
function placer(bytes: Uint8Array): (line: number, column: number) => number {
  const starts: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    starts.push(start);
    const end = lineEnd(bytes, start, 'cr-lf');
    start = end + endLength(bytes, end, 'cr-lf');
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (line, column) => {
    const start = starts[line - 1] ?? bytes.length;
    // The lint does not count a byte order mark as a column.
    const mark = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let at = start + mark;
    const limit = starts[line] ?? bytes.length;
    let units = column - 1;
    while (units > 0 && at < limit) {
      const lead = bytes[at] as number;
      let length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
      // Octets that are no UTF-8 are one character each as far as they can be told apart.
      if (length > 1 && decoder.decode(bytes.subarray(at, at + length)).includes('\ufffd')) length = 1;
      units -= length === 4 ? 2 : 1;
      at += length;
    }
    return at;
  };
}
