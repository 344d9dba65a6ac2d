import type { Diagnostic } from '#core/robots/lint/diagnostic.ts';
import { version } from '../version.ts';

const levels = { E: 'error', W: 'warning', I: 'note' } as const;

/** SARIF 2.1.0, one run. A finding about the whole file stands at line 1. */
export function sarifOf(source: string, found: readonly Diagnostic[]): object {
  const ids = [...new Set(found.map(each => each.id))];
  const uri = source === '-' ? 'stdin' : /^https?:\/\//i.test(source) ? source : encodeURI(source.replaceAll('\\', '/'));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Crawlscope',
            version: version(),
            rules: ids.map(id => {
              const first = found.find(each => each.id === id);
              return {
                id,
                shortDescription: { text: first?.why ?? id },
                defaultConfiguration: { level: levels[first?.severity ?? 'I'] },
              };
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: found.map(each => ({
          ruleId: each.id,
          ruleIndex: ids.indexOf(each.id),
          level: levels[each.severity],
          message: { text: each.fix ? `${each.message}. ${each.fix.text}.` : `${each.message}.` },
          locations: [{ physicalLocation: { artifactLocation: { uri }, region: region(each) } }],
          properties: { dialects: each.dialects },
          ...(each.fix?.replacement === undefined ? {} : { fixes: [fixOf(uri, each, each.fix)] }),
        })),
      },
    ],
  };
}

const region = ({ line, column, endColumn }: Diagnostic): object =>
  line === 0 ? { startLine: 1 } : { startLine: line, startColumn: column, endColumn };

const fixOf = (uri: string, each: Diagnostic, { text, replacement }: { text: string; replacement?: string }): object => ({
  description: { text },
  artifactChanges: [
    {
      artifactLocation: { uri },
      replacements: [{ deletedRegion: region(each), insertedContent: { text: replacement } }],
    },
  ],
});
