import { expect, it } from 'vitest';
import { hasForm } from '#core/structured/value-forms.ts';
import type { ValueForm } from '#shared/model/structured-data.ts';

const right: [ValueForm, (string | number | boolean)[]][] = [
  [
    'date',
    [
      '2026',
      2026,
      '2026-02',
      '2026-02-28',
      '2024-02-29',
      '2026-01-02T03:04',
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04:05.123+01:00',
      '2026-01-02T03:04:05+0100',
      '2026-01-02T24:00'.replace('24', '23'),
    ],
  ],
  ['time', ['12:30', '12:30:59', 'T08:00', '08:00:00+02:00']],
  ['duration', ['PT30M', 'P1D', 'P1Y2M3DT4H5M6S', 'PT0.5H', 'P2W', 'PT1M33S']],
  ['number', ['1', '-1.5', '1e3', 7, '.5']],
  ['integer', ['1', 7, '3.0']],
  ['boolean', ['true', 'False', true, 'https://schema.org/True']],
  [
    'url',
    [
      'https://e.com/',
      '/a',
      'a.html',
      '//e.com/a',
      '#top',
      '?q',
      'mailto:a@e.com',
      'urn:isbn:1',
      'http://e.com/ä',
      'https://e.com/?s={search_term_string}',
    ],
  ],
  ['currency', ['EUR', 'USD']],
  ['rating', ['4', '4.5', '4,5', '88%', '6/10', 3]],
];
const wrong: [ValueForm, (string | number | boolean)[]][] = [
  [
    'date',
    [
      '',
      '01.02.2026',
      '2026-2-3',
      '2026-13-01',
      '2026-02-29',
      '2026-04-31',
      '2026-01-02 03:04',
      'January 2, 2026',
      '2026-01-02T25:00',
      '20260102',
      true,
      20260102,
      '2026-01-02T',
    ],
  ],
  ['time', ['25:00', '8:00', 'noon']],
  ['duration', ['30', 'P', 'PT', '30 min', 'PT30', 'T30M', 'P1H', '00:30:00']],
  ['number', ['', '1,000.00', '$10', '10 €', 'ten', '1.', true]],
  ['integer', ['1.5', 1.5, '1st']],
  ['boolean', ['yes', '1', 1]],
  ['url', ['', 'MIT', 'www.e.com', 'a b', 'https:/e.com', 'http:e.com', 'https://', 'Jane Doe', 'https://e.com/a b']],
  ['currency', ['€', 'eur', 'EURO', 'Euro']],
  ['rating', ['good', '4 stars', '']],
];

it.each(right.flatMap(([form, values]) => values.map(value => [form, value] as const)))('%s: %j is right', (form, value) => {
  expect(hasForm(value, form)).toBe(true);
});

it.each(wrong.flatMap(([form, values]) => values.map(value => [form, value] as const)))('%s: %j is wrong', (form, value) => {
  expect(hasForm(value, form)).toBe(false);
});
