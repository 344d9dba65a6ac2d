import { catalogue } from '#core/lint/catalogue.ts';
import type { Diagnostic, Fix } from '#core/lint/diagnostic.ts';
import { version } from '../version.ts';

const levels = { E: 'error', W: 'warning', I: 'note' } as const;

/** One file and what was found in it. */
export interface Linted {
  /** A path, `-` or a URL. */
  readonly source: string;
  readonly bytes: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

const uriOf = (source: string): string =>
  source === '-' ? 'stdin' : /^https?:\/\//i.test(source) ? source : encodeURI(source.replaceAll('\\', '/'));

/** SARIF 2.1.0, one run with the whole catalogue as its rules. A finding about the whole file is reported at line 1. */
export function sarifOf(files: readonly Linted[]): object {
  const indexes = new Map<string, number>(catalogue.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Crawlscope',
            version: version(),
            rules: catalogue.map(({ id, title, severity, why, fix, source }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              help: { text: `${why}${fix === null ? '' : ` ${fix}.`} Source: ${source}.` },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map(({ source, bytes }) => ({ location: { uri: uriOf(source) }, length: bytes.length })),
        results: files.flatMap(({ source, diagnostics, bytes }, index) =>
          resultsOf({ source, diagnostics, bytes }, index, id => indexes.get(id) ?? -1),
        ),
      },
    ],
  };
}

function resultsOf({ source, bytes, diagnostics }: Linted, artifact: number, rule: (id: string) => number): object[] {
  const artifactLocation = { uri: uriOf(source), index: artifact };
  const place = placesIn(bytes);
  return diagnostics.map(each => ({
    ruleId: each.id,
    ruleIndex: rule(each.id),
    level: levels[each.severity],
    message: { text: each.advice === null ? `${each.message}.` : `${each.message}. ${each.advice}.` },
    locations: [{ physicalLocation: { artifactLocation, region: region(each) } }],
    ...(each.dialects === undefined ? {} : { properties: { dialects: each.dialects } }),
    ...(each.fix === undefined ? {} : { fixes: [fixOf(artifactLocation, each.fix, place)] }),
  }));
}

const region = ({ line, column, endColumn }: Diagnostic): object =>
  line === 0 ? { startLine: 1, startColumn: 1 } : { startLine: line, startColumn: column, endColumn };

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Byte offset to line and column from 1, in UTF-16 units. */
function placesIn(bytes: Uint8Array): (offset: number) => Place {
  const starts = [0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) starts.push(at + 1);
  }
  return offset => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: new TextDecoder().decode(bytes.subarray(starts[low], offset)).length + 1 };
  };
}

function fixOf(artifactLocation: object, { title, edits }: Fix, place: (offset: number) => Place): object {
  const replacements = edits.map(({ start, end, insert }) => {
    const [from, to] = [place(start), place(end)];
    const deletedRegion = {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
      byteOffset: start,
      byteLength: end - start,
    };
    return insert === '' ? { deletedRegion } : { deletedRegion, insertedContent: { text: insert } };
  });
  return { description: { text: title }, artifactChanges: [{ artifactLocation, replacements }] };
}
