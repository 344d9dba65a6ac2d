import { expect, test } from 'vitest';
import { settingWords } from '#shared/explain/setting-words.ts';

test('settings are shown with their unit', () => {
  expect(settingWords('delayMs', 500)).toBe('500 ms');
  expect(settingWords('include', [])).toBe('none');
  expect(settingWords('storeBodies', false)).toBe('no');
});
