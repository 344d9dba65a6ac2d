import { octets } from '../robots/reading.ts';
import { type Examples, forAll } from './example.ts';

const ok = forAll('Disallow: /a/');
const ofSize = (bytes: number): string => `${ok}${'#'.repeat(99)}\n`.padEnd(bytes, '# filled up with comments \n');

export const bytesExamples: Examples = {
  'B-EMPTY': { fires: '', near: '# nothing to say\n', line: 0 },
  'B-HTML': { fires: '\n<!DOCTYPE html><html><body>User-agent: *', near: '# <html>\nUser-agent: *\nDisallow: /\n' },
  'B-UTF16': {
    fires: octets(`\xff\xfe${[...'User-agent: *\nDisallow: /a\n'].map(letter => `${letter}\0`).join('')}`),
    near: octets('\xef\xbb\xbfUser-agent: *\n'),
  },
  'B-BINARY': { fires: octets('\x1f\x8b\x08\0\0\0'), near: ok },
  'B-SIZE-500': { fires: ofSize(512_001), near: ofSize(512_000) },
  'B-SIZE-NEAR': { fires: ofSize(512_000), near: ofSize(460_000) },
  'B-SIZE-50K': { fires: ofSize(50_001), near: ofSize(50_000) },
  'B-LINE-LONG': { fires: forAll(`Disallow: /${'é'.repeat(8400)}`), near: forAll(`Disallow: /${'a'.repeat(16_000)}`), line: 2 },
  'B-LINE-1024': { fires: forAll(`Disallow: /${'a'.repeat(1024)}`), near: forAll(`Disallow: /${'a'.repeat(1023)}`), line: 2 },
  'B-RULES-2048': {
    fires: forAll(...Array.from({ length: 2049 }, (_, at) => `Disallow: /${at}/`)),
    near: forAll(...Array.from({ length: 2048 }, (_, at) => `Disallow: /${at}/`)),
  },
  'B-BOM': { fires: octets('\xef\xbb\xbfUser-agent: *\n'), near: octets('User-agent: *\n# \xef\xbb\xbf\n'), line: 1 },
  'B-NOT-UTF8': {
    fires: octets('User-agent: *\nDisallow: /caf\xe9\n'),
    near: octets('User-agent: *\nDisallow: /caf\xc3\xa9\xef\xbf\xbd\n'),
    line: 2,
  },
  'B-NUL': { fires: forAll('Disallow: /a\0b'), near: forAll('Disallow: /a%00b'), line: 2, fixed: 'Disallow: /ab' },
  'B-CTRL': { fires: forAll('Disallow: /a\v'), near: forAll('Disallow:\t/a'), line: 2, fixed: 'Disallow: /a' },
  'B-UNICODE-EOL': { fires: forAll('Disallow: /a\u2028Disallow: /b'), near: forAll('Disallow: /a', 'Disallow: /b') },
  'B-NBSP': {
    fires: forAll('Disallow:\u00a0/a'),
    near: forAll('Disallow: /a # a\u00a0comment'),
    line: 2,
    fixed: 'Disallow: /a',
  },
  'B-SMART': { fires: 'Usеr-agent: *\nDisallow:\n', near: 'User-agent: *\nDisallow:\n', line: 1, fixed: 'User-agent: *' },
  'B-CRLF': { fires: 'User-agent: *\r\nDisallow:\r\n', near: 'User-agent: *\nDisallow:\n', line: 1 },
  'B-CR-ONLY': { fires: 'User-agent: *\rDisallow: /a\r', near: 'User-agent: *\r\nDisallow: /a\r\n', line: 1 },
  'B-EOL-MIXED': { fires: 'User-agent: *\r\nDisallow: /a\n', near: 'User-agent: *\r\nDisallow: /a', line: 2 },
  'B-NO-FINAL-EOL': { fires: 'User-agent: *\nDisallow: /a', near: 'User-agent: *\nDisallow: /a\n', line: 2 },
};
