import { expect, test } from 'vitest';
import { reportName } from '#main/file-names.ts';

test('a dossier about an .html page is called .html once, by the ending of the report itself', () => {
  const about = (url: string): string => reportName({ kind: 'url', url });
  expect(about('https://example.com/docs/index.html')).toBe('Dossier example.com/docs/index');
  expect(about('http://example.com/a.htm')).toBe('Dossier example.com/a');
  expect(about('http://example.com/html')).toBe('Dossier example.com/html');
});
