import { expect, test, vi } from 'vitest';
import { exportPresets } from '#shared/model/export-presets.ts';
import type { ExportOffer } from '../../../../renderer/bridge/export-offers.ts';
import { presetOf, readChoice, separatorOf, wishOf } from '../../../../renderer/features/export/choices.ts';
import { exportWords } from '../../../../renderer/features/frame/export-words.ts';

test('the usual separator is that of the spreadsheets of the locale', () => {
  expect(separatorOf('en-US')).toBe(',');
  expect(separatorOf('de-DE')).toBe(';');
  expect(separatorOf('fr-FR')).toBe(';');
});

test('choices are kept; what is damaged or unknown is the usual choice', () => {
  const usual = { format: 'csv', separator: ';', bom: true, columns: 'shown' };
  expect(readChoice(null, 'de-DE')).toEqual(usual);
  const kept = { format: 'parquet', separator: '\t', bom: false, columns: 'all' } as const;
  expect(readChoice(JSON.stringify(kept), 'de-DE')).toEqual(kept);
  expect(readChoice('{"format":"exe","separator":"|","bom":"yes","columns":3}', 'de-DE')).toEqual(usual);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(readChoice('{', 'de-DE')).toEqual(usual);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

const offer: ExportOffer = {
  label: 'URLs',
  list: { kind: 'urls', filter: '', sort: 'url', descending: false },
  count: 2,
  shown: ['url', 'status'],
};
const choice = { format: 'csv', separator: ';', bom: true, columns: 'shown' } as const;

test('a wish has the columns on screen or all, and a byte-order mark only in CSV', () => {
  const file = { format: 'csv', separator: ';', bom: true };
  expect(wishOf({ kind: 'offer', at: 0 }, [offer], choice)).toEqual({ ...file, list: offer.list, columns: ['url', 'status'] });
  expect(wishOf({ kind: 'offer', at: 0 }, [offer], { ...choice, columns: 'all', format: 'xlsx' })).toEqual({
    ...file,
    format: 'xlsx',
    bom: false,
    list: offer.list,
    columns: null,
  });
  expect(wishOf({ kind: 'preset', id: 'images' }, [offer], choice)).toEqual({
    ...file,
    list: { kind: 'preset', id: 'images' },
    columns: null,
  });
  expect(wishOf({ kind: 'offer', at: 1 }, [offer], choice)).toBeNull();
});

test('every preset is found by its id', () => {
  for (const preset of exportPresets) expect(presetOf(preset.id)).toBe(preset);
});

test('how far an export is, in words', () => {
  const progress = { state: 'running', rows: 1, share: 0, etaMs: null, written: '', problem: '' } as const;
  expect(exportWords(progress, String)).toBe('1 row, 0 %');
  expect(exportWords({ ...progress, rows: 1_200, share: 0.349, etaMs: 4_600 }, String)).toBe('1200 rows, 34 %, about 5 s left');
  expect(exportWords({ ...progress, rows: 5, share: 0.5, etaMs: 240_000 }, String)).toBe('5 rows, 50 %, about 4 min left');
  expect(exportWords({ ...progress, state: 'checking', rows: 5, share: 1 }, String)).toBe('5 rows, counting them in the file');
});
