import { filterText } from '#shared/model/filter-tree.ts';

/** A condition of a filter: field and value. A leading '-' of the field negates it. */
export type Condition = readonly [field: string, value: string];

/** Pages inside the scope, or URLs that may be one. */
export const pagesOnly: Condition = ['class', 'page'];

/** A folder with a comma is one value. */
const needsQuotes = (field: string, value: string): boolean => /^-?(?:folder|host)$/.test(field) && /[,"]/.test(value);

/** The text of a filter whose conditions must all match. */
export const filterOf = (...conditions: readonly Condition[]): string =>
  filterText({
    ...{ kind: 'group', join: 'all', negated: false },
    parts: conditions.map(([field, value]) => ({
      ...{ kind: 'condition', sign: ':', quoted: needsQuotes(field, value) },
      ...{ field: field.replace(/^-/, ''), value, negated: field.startsWith('-') },
    })),
  });
