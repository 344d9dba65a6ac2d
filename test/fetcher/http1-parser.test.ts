import { describe, expect, it } from 'vitest';
import type { Http1Error } from '#fetcher/http1-failures.ts';
import { Http1Parser, type ParsedHead } from '#fetcher/http1-parser.ts';

/** What a parser says of bytes that come in the given pieces. */
function parsed(pieces: readonly Buffer[]) {
  const heads: ParsedHead[] = [];
  let body = '';
  let ends = 0;
  const parser = new Http1Parser({
    began: () => null,
    head(head) {
      heads.push(head);
      return head.status < 200 ? 'no-body' : 'body';
    },
    data(bytes) {
      body += Buffer.from(bytes).toString('latin1');
      return true;
    },
    ended() {
      ends += 1;
      return true;
    },
  });
  let error: Http1Error | null = null;
  for (const piece of pieces) error ??= parser.take(piece);
  parser.free();
  return { heads, body, ends, fault: error?.fault ?? null };
}

const responses: readonly string[] = [
  'HTTP/1.1 200 All is well\r\nContent-Type: text/html\r\nX-Name: caf\xe9\r\ncontent-length: 5\r\n\r\nhello',
  'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 404 \r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nbody\r\n0\r\nTrailer: 1\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nbad line\r\n\r\n',
];

describe('a response in pieces', () => {
  it('says the same wherever it is cut', () => {
    for (const response of responses) {
      const bytes = Buffer.from(response, 'latin1');
      const whole = parsed([bytes]);
      for (let at = 1; at < bytes.length; at++)
        expect(parsed([bytes.subarray(0, at), bytes.subarray(at)]), response.slice(0, at)).toEqual(whole);
      expect(parsed(Array.from(bytes, byte => Buffer.from([byte])))).toEqual(whole);
    }
  });

  it('has its lines as they came, and its body', () => {
    const [plain, chunked, unmodified, twice, broken] = responses.map(response => parsed([Buffer.from(response, 'latin1')]));
    expect(plain).toMatchObject({ body: 'hello', ends: 1, fault: null });
    expect(plain?.heads[0]).toMatchObject({
      status: 200,
      statusText: 'All is well',
      lines: ['Content-Type', 'text/html', 'X-Name', 'caf\xe9', 'content-length', '5'],
      keepsAlive: true,
    });
    expect(chunked).toMatchObject({ body: 'body', ends: 1, fault: null, heads: [{ status: 103 }, { status: 404 }] });
    // What follows may be a body all the same.
    expect(unmodified).toMatchObject({ ends: 1, heads: [{ keepsAlive: false }] });
    expect([twice?.fault, broken?.fault]).toEqual(['length', 'invalid']);
  });

  it('may be longer than the buffer of the parser', () => {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\nX: ${'v'.repeat(9_000)}\r\nContent-Length: 3000000\r\n\r\n`);
    const { heads, body, ends } = parsed([Buffer.concat([head, Buffer.alloc(3_000_000, 'a')])]);
    expect([heads[0]?.lines[1]?.length, body.length, ends]).toEqual([9_000, 3_000_000, 1]);
  });

  it('has at most 256 KiB of header lines', () => {
    const line = Buffer.from(`X: ${'v'.repeat(60_000)}\r\n`);
    const { fault } = parsed([Buffer.from('HTTP/1.1 200 OK\r\n'), line, line, line, line, line]);
    expect(fault).toBe('too-large');
  });
});
