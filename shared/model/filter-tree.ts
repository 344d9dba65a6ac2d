/** A filter as rows of fields, comparisons and values in groups: what its text says, and what the window edits. */

export interface FilterCondition {
  readonly kind: 'condition';
  /** Name of an operator; '' for text in the URL or the title. */
  readonly field: string;
  readonly sign: FilterSign;
  readonly value: string;
  /** Written in quotes: commas separate nothing, and words such as `none` are text. */
  readonly quoted: boolean;
  readonly negated: boolean;
}
export type FilterSign = ':' | '=' | '>' | '<' | '>=' | '<=';

export interface FilterGroup {
  readonly kind: 'group';
  /** Whether all parts must match, or any of them. */
  readonly join: 'all' | 'any';
  readonly parts: readonly FilterPart[];
  readonly negated: boolean;
}
export type FilterPart = FilterCondition | FilterGroup;

/** A filter text taken apart. */
export interface FilterReading {
  /** Null where the text has a problem that belongs to no condition. */
  readonly tree: FilterGroup | null;
  /** Of each condition in the order of the text: '' or what is wrong with it. */
  readonly conditions: readonly string[];
  /** '' or the first problem. */
  readonly problem: string;
  /** In plain words; '' where there is a problem. */
  readonly description: string;
}

const joiningWord = /^(?:AND|OR|NOT|\|)$/;

/** Text in quotes where it could mean something else. */
function written({ field, value, quoted }: FilterCondition): string {
  const isPlain =
    field === '' ? !/["\s():<>=]/.test(value) && !value.startsWith('-') && !joiningWord.test(value) : !/["\s()]/.test(value);
  return isPlain && !quoted ? value : `"${value.replace(/["\\]/g, c => `\\${c}`)}"`;
}

function conditionText(condition: FilterCondition): string {
  const { field, sign, negated } = condition;
  const start = `${negated ? '-' : ''}${field === '' ? '' : `${field}:${sign === ':' ? '' : sign}`}`;
  return start + written(condition);
}

/** An empty value is one that nobody has typed yet. In quotes, a space is a value. */
const isTyped = (part: FilterPart): boolean => {
  if (part.kind === 'group') return part.parts.some(isTyped);
  return (part.quoted ? part.value : part.value.trim()) !== '';
};

function partText(part: FilterPart): string {
  if (part.kind === 'condition') return conditionText(part);
  const parts = part.parts.filter(isTyped);
  const [only] = parts;
  if (parts.length === 1 && only && !part.negated) return partText(only);
  const text = parts.map(partText).join(part.join === 'any' ? ' OR ' : ' ');
  return part.negated ? `NOT (${text})` : `(${text})`;
}

/** The text of a filter. Conditions without a value are left out. */
export function filterText(tree: FilterGroup): string {
  if (!isTyped(tree)) return '';
  if (tree.negated) return partText(tree);
  const parts = tree.parts.filter(isTyped);
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'group' && !only.negated) return filterText(only);
  return parts.map(partText).join(tree.join === 'any' ? ' OR ' : ' ');
}

/** The conditions of a tree that its text has, in their order. */
export const typedConditions = (part: FilterPart): readonly FilterCondition[] => {
  if (part.kind === 'condition') return isTyped(part) ? [part] : [];
  return part.parts.flatMap(typedConditions);
};
