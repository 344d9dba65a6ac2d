import type { FilterCondition, FilterGroup, FilterPart, FilterSign } from '#shared/model/filter-tree.ts';
import { listedColumns } from '#shared/model/link-score-column.ts';
import { columnHint, columnWords, type UrlColumn } from '#shared/model/url-column.ts';
import { operatorName, otherOperators } from '#shared/model/url-operators.ts';

/** A filter while it is edited: each part has an id, so that its row keeps the keyboard. */
export interface EditedCondition extends FilterCondition {
  readonly id: number;
}
export interface EditedGroup extends FilterGroup {
  readonly id: number;
  readonly parts: readonly EditedPart[];
}
export type EditedPart = EditedCondition | EditedGroup;

let nextId = 1;

export const newCondition = (): EditedCondition => ({
  ...{ id: nextId++, kind: 'condition', field: '', sign: ':', value: '', quoted: false, negated: false },
});
export const newGroup = (join: FilterGroup['join']): EditedGroup => ({
  ...{ id: nextId++, kind: 'group', join, negated: false, parts: [newCondition()] },
});

export const edited = (part: FilterPart): EditedPart =>
  part.kind === 'condition' ? { ...part, id: nextId++ } : { ...part, id: nextId++, parts: part.parts.map(edited) };

/** A whole filter, with a row to begin with. */
export function editedFilter(tree: FilterGroup): EditedGroup {
  const parts = tree.parts.length > 0 ? tree.parts.map(edited) : [newCondition()];
  // The rows are one group: a negated one is a group in it.
  if (!tree.negated) return { ...tree, id: nextId++, parts };
  return { id: nextId++, kind: 'group', join: 'all', negated: false, parts: [{ ...tree, id: nextId++, parts }] };
}

/** The field of a condition as the form offers it. */
export interface FilterField {
  /** Its usual operator, '' for text in the URL or the title. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly compares: 'number' | 'text' | 'other';
  /** Other names of the operator. */
  readonly also: readonly string[];
}

const otherLabels: Readonly<Record<keyof typeof otherOperators, string>> = {
  site: 'Host or folder',
  host: 'Host',
  folder: 'Folder',
  robots: 'robots.txt verdict',
  noindex: 'Noindex',
  link: 'Links to the URL',
  in: 'In a sitemap',
  modified: 'Last modified',
  ip: 'IP address',
  server: 'Server software',
};

const ofColumn = (column: UrlColumn): readonly FilterField[] => {
  if (!column.operator) return [];
  const isNumber = column.kind === 'number' || column.kind === 'time' || (column.kind === 'text' && column.hasNumbers === true);
  const words = columnWords(column);
  return [
    {
      name: operatorName(column),
      label: column.label.length > 3 ? column.label : words.charAt(0).toUpperCase() + words.slice(1),
      help: `${columnHint(column)}. ${column.operator.help}`,
      compares: isNumber ? 'number' : column.kind === 'text' || column.kind === 'target' ? 'text' : 'other',
      also: [...(column.operator.names ?? []), column.name],
    },
  ];
};

/** Every field of a filter, in the order of the columns. `ofRules`: columns of custom rules. */
export const filterFields = (ofRules: readonly UrlColumn[]): readonly FilterField[] => [
  { name: '', label: 'URL or title', help: 'Text in the URL or in the title', compares: 'text', also: [] },
  ...listedColumns.flatMap(ofColumn),
  ...Object.entries(otherOperators).map(
    ([name, { help }]): FilterField => ({
      name,
      help,
      label: otherLabels[name as keyof typeof otherOperators],
      compares: name === 'modified' ? 'number' : name === 'server' ? 'text' : 'other',
      also: [],
    }),
  ),
  ...ofRules.flatMap(ofColumn),
];

export const fieldOf = (fields: readonly FilterField[], name: string): FilterField =>
  fields.find(field => field.name === name || field.also.includes(name)) ?? {
    ...{ name, label: `${name}:`, help: 'No such field in this file', compares: 'other', also: [] },
  };

/** A comparison: the sign, after a minus where the condition is negated. */
export type Comparison = FilterSign | `-${FilterSign}`;

const words: Readonly<Record<FilterField['compares'], Readonly<Partial<Record<Comparison, string>>>>> = {
  text: { ':': 'contains', '-:': 'does not contain' },
  other: { ':': 'is', '-:': 'is not' },
  number: { ':': 'is', '-:': 'is not', '>=': 'is at least', '<=': 'is at most', '>': 'is more than', '<': 'is less than' },
};

export const comparisonOf = ({ sign, negated }: FilterCondition): Comparison => `${negated ? '-' : ''}${sign}` as Comparison;

/** What can be chosen for a field: the usual comparisons, and the present one. */
export function comparisons({ compares }: FilterField, present: Comparison): readonly (readonly [Comparison, string])[] {
  const usual = Object.entries(words[compares]) as [Comparison, string][];
  return usual.some(([name]) => name === present) ? usual : [...usual, [present, present.replace(/^-/, 'not ')]];
}

export const compared = (condition: EditedCondition, comparison: Comparison): EditedCondition => ({
  ...condition,
  negated: comparison.startsWith('-'),
  sign: comparison.replace(/^-/, '') as FilterSign,
});

/** The condition about another field; a sign that it does not have becomes “is”. */
export const aboutField = (condition: EditedCondition, field: FilterField): EditedCondition => ({
  ...condition,
  field: field.name,
  sign: field.compares === 'number' ? condition.sign : ':',
});
