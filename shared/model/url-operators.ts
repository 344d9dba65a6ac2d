import type { ColumnOperator, TextState, UrlColumn } from './url-column.ts';
import { urlColumns } from './url-columns.ts';

/** Operators of the query language that cover more than one column. `core/query/operators.ts` reads them. */
export const otherOperators = {
  site: { example: 'site:example.com', help: 'On this host, or below this path' },
  host: { example: 'host:example.com', help: 'On this host itself, not on its subdomains' },
  folder: { example: 'folder:https://example.com/blog/', help: 'In this first folder of the path' },
  robots: {
    example: 'robots:blocked',
    help: 'blocked, allowed, unknown, or a line number',
    values: { blocked: 'robots.txt forbids it', allowed: 'robots.txt allows it', unknown: 'robots.txt was not checked' },
  },
  noindex: {
    example: 'noindex:yes',
    help: 'yes, no, meta, header, or named, as in googlebot: noindex',
    values: {
      yes: 'A noindex, also for a named crawler',
      no: 'No noindex',
      meta: 'In a meta element of the page',
      header: 'In a header of the response',
      named: 'For a crawler that it names, as googlebot: noindex',
    },
  },
  link: { example: 'link:https://example.com/page', help: 'Pages that link to this URL' },
  in: {
    example: 'in:sitemap',
    help: 'sitemap: listed in a sitemap; or the URL of one',
    values: { sitemap: 'Listed in a sitemap' },
  },
  modified: {
    example: 'modified:2026-11-23, modified:2026-01..2026-03, modified:>=2026 or modified:none',
    help: 'Day, month or year in the header Last-Modified, in UTC: 2026-11, >=2026, none',
    values: { none: 'The response has no date of its last change' },
  },
  ip: {
    example: 'ip:192.0.2.1, ip:192.0.2.* or ip:2001:db8::1',
    help: 'IP address that the last request went to, * at the end for any rest; or none',
    values: { none: 'The request reached no address, or there was none' },
  },
  server: {
    example: 'server:nginx or server:none',
    help: 'Text in the header Server of the last response; or none',
    values: { none: 'There is no header Server' },
  },
} as const satisfies Readonly<Record<string, ColumnOperator>>;
export type OtherOperator = keyof typeof otherOperators;

/** An operator as it is suggested where one types. */
export interface SuggestedOperator {
  readonly name: string;
  readonly help: string;
  /** Other names of it. */
  readonly also?: readonly string[];
}

/** The name under which a column's operator is suggested; '' where it has none. */
export const operatorName = ({ name, operator }: UrlColumn): string => (operator ? (operator.names?.[0] ?? name) : '');

/** Every operator once, under the name that people use. */
export function suggestedOperators(columns: readonly UrlColumn[] = urlColumns): readonly SuggestedOperator[] {
  return [
    ...Object.entries(otherOperators).map(([name, { help }]) => ({ name, help })),
    ...columns.flatMap(column => {
      if (!column.operator) return [];
      const { names = [], help } = column.operator;
      const name = operatorName(column);
      return [{ name, help, also: [...names, column.name].filter(each => each !== name) }];
    }),
  ];
}

const stateHelp: Readonly<Record<TextState, string>> = {
  none: 'Pages without it',
  duplicate: 'Indexable pages that share it with another one',
};

/** Values of the operator of this name with their meaning, as they are suggested. Empty where there are none to choose from. */
export function suggestedValues(name: string, columns: readonly UrlColumn[] = urlColumns): readonly SuggestedOperator[] {
  const others: Readonly<Record<string, ColumnOperator>> = otherOperators;
  const column = columns.find(each => each.operator && (each.name === name || each.operator.names?.includes(name)));
  const own = column?.operator ?? (Object.hasOwn(others, name) ? others[name] : undefined);
  const listed = Object.entries(own?.values ?? {});
  const words = column?.kind === 'word' ? Object.entries(column.values ?? {}) : [];
  const states = column?.kind === 'text' ? (column.states ?? []).map(state => [state, stateHelp[state]] as const) : [];
  return [...listed, ...words, ...states].map(([value, means]) => ({
    name: value,
    help: means.charAt(0).toUpperCase() + means.slice(1),
  }));
}
