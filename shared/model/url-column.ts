/** Where a column shows before the user chooses: `grid` and `list` (`crawlscope urls`), one of them, or neither. */
export type ColumnPlace = 'everywhere' | 'grid' | 'list' | 'on-request';

/**
 * How crawls are compared by a column. `own-rule`: `core/compare` has a rule for it. `by-value`: any other value is a difference.
 * `shown-only`: both values are shown, but a difference in it alone is none.
 */
export type ColumnComparison = 'own-rule' | 'by-value' | 'shown-only';

export interface ColumnOperator {
  /** Further names of the operator; the name of the column always works. The first one is suggested in its place. */
  readonly names?: readonly string[];
  /** A whole condition, or several joined by commas and 'or'. */
  readonly example: string;
  /** What can be written after the colon, in a few words. */
  readonly help: string;
  /** Values that are suggested, with their meaning, besides the words of a column and the states of a text. */
  readonly values?: Readonly<Record<string, string>>;
}

interface AnyColumn {
  /** Field of a row. */
  readonly key: string;
  /** Name in the view `urls`, in lists of the command line, in exports, and as an operator. */
  readonly name: string;
  /** Column of the table `url`. */
  readonly stored: string;
  /** Heading in the window. */
  readonly label: string;
  /** What a value means: a phrase without a full stop. */
  readonly help: string;
  /** What a missing value means; absent where there always is a value. */
  readonly none?: string;
  /** The words of a filter's description; the label in lower case where it is absent. */
  readonly inWords?: string;
  /** Pixels in the grid. */
  readonly width: number;
  readonly shown: ColumnPlace;
  /** Lists read it into memory when one of them first sorts or filters by it, not with the others. */
  readonly onUse?: true;
  /**
   * SQL over `url u` that computes it, where no column of `url` stores it: results of custom rules, link scores. Lists do not read it into
   * memory.
   */
  readonly computed?: string;
  /** Null: no filter uses it. */
  readonly operator: ColumnOperator | null;
}

/** Numbers from 0: whole, but for a score, which has one decimal. */
export interface NumberColumn extends AnyColumn {
  readonly kind: 'number';
  readonly format: 'count' | 'status' | 'bytes' | 'duration' | 'score';
  /** Values may need more than 31 bits. */
  readonly wide?: true;
  /** A stored 0 means that there is no value. */
  readonly zeroIsNone?: true;
  readonly compared?: ColumnComparison;
}

/** Epoch milliseconds. */
export interface TimeColumn extends AnyColumn {
  readonly kind: 'time';
  readonly compared?: ColumnComparison;
}

/** Few different words. */
export interface WordColumn extends AnyColumn {
  readonly kind: 'word';
  readonly format: 'text' | 'verdict' | 'reason';
  /** All words there are, with their meaning; null where a server or a later version makes up others. */
  readonly values: Readonly<Record<string, string>> | null;
  readonly compared?: ColumnComparison;
}

/**
 * Conditions that a filter can put on a text instead of searching it: pages without it, and pages that share it with
 * another page.
 */
export const textStates = ['none', 'duplicate'] as const;
export type TextState = (typeof textStates)[number];

/** Any text. */
export interface TextColumn extends AnyColumn {
  readonly kind: 'text';
  /** Words that the operator does not search for, unless they are quoted. For texts that pages have. */
  readonly states?: readonly TextState[];
  /** The operator also compares the number in the text. */
  readonly hasNumbers?: true;
  /** Key of the column with its length, which is missing exactly where the text is. */
  readonly length?: string;
}

/** Another URL: `stored` is its id; a row has its text. */
export interface TargetColumn extends AnyColumn {
  readonly kind: 'target';
}

export type UrlColumn = NumberColumn | TimeColumn | WordColumn | TextColumn | TargetColumn;

/** A row read by the key of a column, whatever columns there are. */
export type CellValue = string | number | null;
export const cellOf = (row: object, { key }: Pick<UrlColumn, 'key'>): CellValue =>
  (row as Record<string, CellValue>)[key] ?? null;

/** How a filter's description names a column. */
export const columnWords = ({ inWords, label }: UrlColumn): string => inWords ?? label.toLowerCase();

function meaning(column: UrlColumn, missing: string): string {
  const values = column.kind === 'word' && column.values ? Object.entries(column.values) : [];
  const words = values.map(([word, means]) => `\`${word}\` (${means})`).join(', ');
  return `${column.help}${words && ': '}${words}${column.none === undefined ? '' : `; ${missing}: ${column.none}`}`;
}

/** What a column means, as Markdown: its values, and the meaning of a missing one. The docs contain this text. */
export const columnMeaning = (column: UrlColumn): string => meaning(column, 'null');

/** The same for the window: plain text that starts like a sentence. */
export function columnHint(column: UrlColumn): string {
  const text = meaning(column, 'empty').replaceAll('`', '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
