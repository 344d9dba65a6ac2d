import { describe, expect, it } from 'vitest';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { hostSubstitution } from '#core/robots/host-line.ts';
import { interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { lineSentence } from '#shared/explain/interpretation.ts';
import { bytesOf, read } from './reading.ts';

const requested = (id: string, file: string, url: string): string => {
  const dialect = dialectById(id) as Dialect;
  const found = hostSubstitution(read(file.replaceAll('|', '\n'), dialect), dialect, url);
  return found ? `${found.url} line ${found.line}` : 'as given';
};

describe('a Host line in Esri Geoportal', () => {
  const example = 'User-Agent: GeoportalServer|Disallow: /n/|Host: https://myhost:8443';

  it.each([
    ['its worked example', 'geoportal', example, 'http://e.com/a/b', 'https://myhost:8443/a/b line 3'],
    ['the query stays by the wiki', 'geoportal', example, 'http://e.com/a?q=1', 'https://myhost:8443/a?q=1 line 3'],
    ['and is lost in the code', 'geoportal-code', example, 'http://e.com/a?q=1', 'https://myhost:8443/a line 3'],
    ['a scheme alone', 'geoportal-code', 'Host: https://', 'http://e.com:81/a', 'https://e.com:81/a line 1'],
    [
      'a host alone keeps the scheme, not the port',
      'geoportal-code',
      'Host: m.e.com',
      'http://e.com:81/a',
      'http://m.e.com/a line 1',
    ],
    ['the last line counts', 'geoportal-first', 'Host: a.com|Host: b.com', 'http://e.com/', 'http://b.com/ line 2'],
    ['the same host changes nothing', 'geoportal', 'Host: e.com', 'http://e.com/a', 'as given'],
    ['what is no host changes nothing', 'geoportal', 'Host: not a host', 'http://e.com/a', 'as given'],
    ['nor does it for others', 'google', 'Host: https://myhost:8443', 'http://e.com/a', 'as given'],
  ])('%s', (_what, id, file, url, expected) => expect(requested(id, file, url)).toBe(expected));

  it('is told in the parse view', () => {
    const sentences = (id: string, file: string): string[] =>
      interpretFile(bytesOf(file), dialectById(id) as Dialect).lines.map(lineSentence);
    expect(sentences('geoportal', 'Host: https://myhost:8443')[0]).toContain(
      'replaces scheme, host and port of every URL by https://myhost:8443.',
    );
    expect(sentences('geoportal-code', 'Host: https://myhost:8443')[0]).toContain('and drops their query');
    expect(sentences('geoportal', 'Host: a.com\nHost: b.com')).toEqual([
      'No effect: the Host line 2 comes later and counts for the whole file.',
      expect.stringContaining('by b.com'),
    ]);
    expect(sentences('geoportal', 'Host: not a host')[0]).toContain('no host that this crawler can read');
    expect(sentences('temoto', 'Host: b.com')[0]).toContain('preferred host');
  });
});
