import type { ColumnOperator, UrlColumn } from './url-column.ts';
import { urlColumns } from './url-columns.ts';

/** Operators of the query language that ask for more than one column. `core/query/operators.ts` reads them. */
export const otherOperators = {
  site: { example: 'site:example.com', help: 'On this host, or below this path' },
  robots: { example: 'robots:blocked', help: 'blocked, allowed, unknown, or a line number' },
  noindex: { example: 'noindex:yes', help: 'yes, no, meta, header, or named, as in googlebot: noindex' },
  link: { example: 'link:https://example.com/page', help: 'Pages that link to this URL' },
  in: { example: 'in:sitemap', help: 'sitemap: listed in a sitemap' },
} as const satisfies Readonly<Record<string, ColumnOperator>>;
export type OtherOperator = keyof typeof otherOperators;

/** An operator as it is suggested where one types. */
export interface SuggestedOperator {
  readonly name: string;
  readonly help: string;
}

/** The name under which a column's operator is suggested; '' where it has none. */
export const operatorName = ({ name, operator }: UrlColumn): string => (operator ? (operator.names?.[0] ?? name) : '');

/** Every operator once, under the name that people use. */
export function suggestedOperators(columns: readonly UrlColumn[] = urlColumns): readonly SuggestedOperator[] {
  return [
    ...Object.entries(otherOperators).map(([name, { help }]) => ({ name, help })),
    ...columns.flatMap(column => (column.operator ? [{ name: operatorName(column), help: column.operator.help }] : [])),
  ];
}
