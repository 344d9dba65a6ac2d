import { type Rule, ruleColumnName } from './rules.ts';
import type { UrlColumn } from './url-column.ts';

const widths = { width: 150, shown: 'on-request', stored: '' } as const;

/** The columns of searches and extractions, in their order, and one for all segments. No table of the file has them. */
export function ruleColumns(rules: readonly Rule[]): readonly UrlColumn[] {
  const columns: UrlColumn[] = [];
  for (const rule of rules) {
    const name = ruleColumnName(rule);
    if (name === null || rule.kind === 'segment') continue;
    const base = { key: name, name, label: name, ...widths };
    if (rule.kind === 'search')
      columns.push({
        ...base,
        kind: 'number',
        format: 'count',
        help: `hits of the custom search “${rule.name}”`,
        none: 'not searched',
        operator: { example: `${name}:>0 or ${name}:0`, help: 'Hits of a custom search: 0, >0, none' },
      });
    else
      columns.push({
        ...base,
        kind: 'text',
        help: `first value of the custom extraction “${rule.name}”`,
        states: ['none'],
        hasNumbers: true,
        none: 'nothing extracted',
        operator: {
          example: `${name}:text or ${name}:>0`,
          help: 'Text or number in the first value of a custom extraction',
        },
      });
  }
  const segments = rules.filter(({ kind }) => kind === 'segment');
  if (segments.length > 0)
    columns.push({
      key: 'segment',
      name: 'segment',
      label: 'Segment',
      ...widths,
      kind: 'word',
      format: 'text',
      values: Object.fromEntries(segments.map(({ name }) => [name, `segment ${name}`])),
      help: 'the first segment that it matches',
      none: 'in no segment',
      operator: { example: `segment:${segments[0]?.name ?? 'blog'}`, help: 'Name of a segment, or none' },
    });
  return columns;
}
