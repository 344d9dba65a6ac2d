import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlCommand, quotedForCmd, quotedForSh } from '#shared/explain/curl.ts';

/** What cmd.exe passes on: a caret is removed and protects the next sign; without it these signs end the command or open a quote. */
function afterCmd(line: string): string {
  let out = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '^') out += line[++at] ?? '';
    else if (/["&|<>()]/.test(sign)) throw new Error(`cmd sees ${sign} at ${at}`);
    else out += sign;
  }
  return out;
}

/** How the C runtime of Windows splits one quoted argument: 2n backslashes and a quote are n backslashes and the end. */
function argumentOf(text: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; ) {
    const slashes = /^\\*/.exec(text.slice(at))?.[0].length ?? 0;
    at += slashes;
    if (text[at] !== '"') {
      out += '\\'.repeat(slashes);
      if (at < text.length) out += text[at++];
      continue;
    }
    out += '\\'.repeat(Math.floor(slashes / 2));
    if (slashes % 2 === 1) out += '"';
    else isQuoted = !isQuoted;
    at++;
  }
  if (isQuoted) throw new Error('the quote does not end');
  return out;
}

const visible = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é') });

test('sh reads back any argument', () => {
  const texts = fc.sample(visible, 300);
  const script = `printf '%s\\0' ${texts.map(quotedForSh).join(' ')}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(texts);
});

test('cmd and the C runtime read back any argument, and cmd sees no special sign', () => {
  fc.assert(
    fc.property(visible, text => {
      expect(argumentOf(afterCmd(quotedForCmd(text)))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
  expect(quotedForCmd('a%PATH%b')).toBe('^"a^%PATH^%b^"');
});

describe('a command', () => {
  const headers = [
    ['Host', 'example.com'],
    ['User-Agent', "O'Bot/1.0 (+https://a.test)"],
    ['Accept-Encoding', 'gzip, br'],
    ['Authorization', '(not stored)'],
    ['Cookie', 'id=canary'],
    ['X-Api-Key', '(not stored)'],
    ['X-Empty', ''],
    ['X-Trace-KEY', 'canary'],
    ['X-Mine', 'canary'],
    ['@/etc/passwd', 'x'],
  ] as const;

  test('sends the same request without secrets, and names what is left out', () => {
    const made = curlCommand(
      { method: 'HEAD', url: 'https://me:canary@example.com/a[1]?q={x}', httpVersion: null, headers, own: ['x-mine'] },
      'posix',
    );
    expect(made).toEqual({
      command:
        "curl --globoff --path-as-is --head -H 'User-Agent: O'\\''Bot/1.0 (+https://a.test)' --compressed -H 'X-Empty;' --url 'https://example.com/a[1]?q={x}'",
      leftOut: ['Authorization', 'Cookie', 'X-Api-Key', 'X-Trace-KEY', 'X-Mine', '@/etc/passwd'],
    });
    expect(made?.command).not.toContain('canary');
  });

  test('a value cannot begin another command', () => {
    const evil = {
      method: 'GET',
      url: 'https://example.com/',
      httpVersion: null,
      headers: [['X', '\'; rm -rf / #\n" & calc.exe']] as const,
      own: [],
    };
    expect(
      execFileSync('sh', ['-c', `curl() { printf '%s|' "$@"; }; ${curlCommand(evil, 'posix')?.command}`], { encoding: 'utf8' }),
    ).toBe(`--globoff|--path-as-is|-H|X: '; rm -rf / #" & calc.exe|--url|https://example.com/|`);
    expect(() => afterCmd(curlCommand(evil, 'cmd')?.command ?? '"')).not.toThrow();
  });

  test.each(['-K/etc/curlrc', '--output=/tmp/x', 'file:///etc/passwd', 'ftp://a.test/', ' https://a.test/', '@a', ''])(
    'there is none for %j',
    url => {
      for (const shell of ['posix', 'cmd'] as const)
        expect(curlCommand({ method: 'GET', url, httpVersion: null, headers: [], own: [] }, shell)).toBeNull();
    },
  );

  test('a method that looks like an option stays a value', () => {
    const made = curlCommand({ method: '-K/x', url: 'https://a.test/', httpVersion: null, headers: [], own: [] }, 'posix');
    expect(made?.command).toBe("curl --globoff --path-as-is -X '-K/x' --url https://a.test/");
  });

  test.each([
    ['https://a.test/', '2', '--http2 '],
    ['https://a.test/', '1.1', '--http1.1 '],
    ['http://a.test/', '1.1', ''],
    ['https://a.test/', '2; rm', ''],
  ])('%s over HTTP/%s', (url, httpVersion, option) => {
    const made = curlCommand({ method: 'HEAD', url, httpVersion, headers: [], own: [] }, 'posix');
    expect(made?.command).toBe(`curl --globoff --path-as-is ${option}--head --url ${url}`);
  });
});
