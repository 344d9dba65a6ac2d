import { counted, figure } from '#shared/explain/figure.ts';
import { type Content, code, el, type Markup } from './markup.ts';

/** Pieces that reports are made of. */

export interface Column {
  readonly title: string;
  /** `end`: numbers, to the right. `fit`: as narrow as its text. `read`: wide enough for a rule. */
  readonly as?: 'end' | 'fit' | 'read';
}

/** A table, or nothing without rows. */
export function table(columns: readonly Column[], rows: readonly (readonly Content[])[], caption = ''): Markup | null {
  if (rows.length === 0) return null;
  const of = (as: Column['as']) => (as === undefined ? {} : { class: as });
  return el(
    'table',
    {},
    caption !== '' && el('caption', {}, caption),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        columns.map(({ title, as }) => el('th', { scope: 'col', ...of(as) }, title)),
      ),
    ),
    el(
      'tbody',
      {},
      rows.map(row =>
        el(
          'tr',
          {},
          row.map((cell, at) => el('td', of(columns[at]?.as), cell)),
        ),
      ),
    ),
  );
}

/** Names and values. Omits those without a value. */
export function facts(pairs: readonly (readonly [name: string, value: Content])[]): Markup | null {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  if (known.length === 0) return null;
  return el(
    'dl',
    {},
    known.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
  readonly marked: boolean;
}

/** Lines of a file with their numbers, some of them marked. */
export const numbered = (lines: readonly NumberedLine[]): Markup | null =>
  lines.length === 0
    ? null
    : el(
        'pre',
        { class: 'lines' },
        lines.map(({ number, text, marked }) =>
          el(
            'span',
            { class: marked ? 'row on' : 'row' },
            el('span', { class: 'number' }, number),
            el('bdi', {}, text.replaceAll('\n', ' ')),
          ),
        ),
      );

/** Text from the site, verbatim. */
export const quoted = (text: string): Markup | null => (text === '' ? null : el('pre', {}, el('bdi', {}, text)));

/** A list, or nothing without items. */
export const list = (items: readonly Content[]): Markup | null =>
  items.length === 0
    ? null
    : el(
        'ul',
        {},
        items.map(item => el('li', {}, item)),
      );

export const soft = (...content: readonly Content[]): Markup => el('p', { class: 'soft' }, ...content);

/** A SHA-256 as hexadecimal text, or a note that there is none. */
export const hash = (hex: string | null): Content => (hex === null ? 'not stored' : code(hex));

/** '12,345' */
export const count = (value: number): string => figure(value);
/** '1 gap', '12,345 gaps' */
export const plural = counted;
/** '12,345 bytes' */
export const bytes = (value: number): string => plural(value, 'byte');
/** '1,250 ms' */
export const ms = (value: number): string => `${count(value)} ms`;
