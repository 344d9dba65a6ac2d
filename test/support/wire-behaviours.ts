import { brotliCompressSync, createBrotliCompress, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Behaviour } from './wire-server.ts';

/** Misbehaviour on the wire, one function each. Names follow the fault catalogue of the design documents. */

const CRLF = '\r\n';
const head = (status: string, ...lines: string[]): string => [`HTTP/1.1 ${status}`, ...lines, '', ''].join(CRLF);
const withLength = (body: string, ...lines: string[]): string =>
  head('200 OK', `Content-Length: ${body.length}`, ...lines) + body;
const chunked = (rest: string, ...lines: string[]): string => head('200 OK', 'Transfer-Encoding: chunked', ...lines) + rest;
const say =
  (text: string): Behaviour =>
  wire =>
    wire.send(text);
const sayAndEnd =
  (text: string): Behaviour =>
  wire =>
    wire.end(text);
const redirect = (...lines: string[]): Behaviour => say(head('302 Found', 'Content-Length: 0', ...lines));

/** A body under a Content-Encoding, framed by Content-Length. */
const coded =
  (coding: string, body: Uint8Array): Behaviour =>
  wire =>
    wire.send(
      Buffer.concat([Buffer.from(head('200 OK', `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`)), body]),
    );

const junk = Buffer.from('some junk after the end');
const hello = Buffer.from('hello ');
const world = Buffer.from('world');
/** Incompressible enough that cutting it leaves something to decode. */
export const PROSE = Array.from({ length: 400 }, (_, index) => `line ${index} ${(index * 2654435761) % 4294967296}`).join('\n');
const prose = Buffer.from(PROSE);

/** RFC 8878 section 3.1.1: magic number, a header for no content, one last raw block of no bytes. */
const emptyZstdFrame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0]);

const mebi = 1024 * 1024;
const zeros = (size: number): Buffer => Buffer.alloc(size);
let bombs: { gzip: Buffer; zstd: Buffer; twice: Buffer; deflate: Buffer } | null = null;
function bombBytes(): NonNullable<typeof bombs> {
  if (bombs === null) {
    const gzip = gzipSync(zeros(128 * mebi), { level: 9 });
    bombs = {
      gzip,
      zstd: zstdCompressSync(zeros(128 * mebi)),
      twice: gzipSync(gzip, { level: 9 }),
      deflate: deflateSync(zeros(128 * mebi)),
    };
  }
  return bombs;
}
/** Makes the bombs before the clock of a test runs. */
export async function prepareBombs(): Promise<void> {
  bombBytes();
  await brotliBombBytes();
}
let brotliBomb: Promise<Buffer> | null = null;
function brotliBombBytes(): Promise<Buffer> {
  brotliBomb ??= new Promise(resolve => {
    const encoder = createBrotliCompress({ params: { 1: 4 } });
    const pieces: Buffer[] = [];
    encoder.on('data', piece => pieces.push(piece));
    encoder.on('end', () => resolve(Buffer.concat(pieces)));
    for (let part = 0; part < 64; part += 1) encoder.write(zeros(mebi));
    encoder.end();
  });
  return brotliBomb;
}

export const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: say(withLength('all right')),
  'echo-count': wire => wire.send(withLength(`request ${wire.nth} here`)),

  // Connections that end or fall silent.
  'rst-on-accept': wire => wire.reset(),
  'fin-no-bytes': wire => wire.end(),
  'accept-silent': () => undefined,
  'rst-mid-headers': wire => {
    wire.send('HTTP/1.1 200 OK\r\nContent-Ty');
    setTimeout(() => wire.reset(), 20);
  },
  'rst-mid-body': wire => {
    wire.send(head('200 OK', 'Content-Length: 1000') + 'x'.repeat(400));
    setTimeout(() => wire.reset(), 20);
  },
  'fin-mid-body-cl': sayAndEnd(head('200 OK', 'Content-Length: 1000') + 'x'.repeat(400)),
  'fin-mid-body-close': sayAndEnd(head('200 OK', 'Connection: close', 'Content-Length: 1000') + 'x'.repeat(400)),
  'fin-after-head': sayAndEnd(head('200 OK', 'Content-Length: 1000')),
  'fin-mid-chunk': sayAndEnd(chunked('10\r\n0123456')),
  'fin-before-last-chunk': sayAndEnd(chunked('5\r\nhello\r\n')),
  'fin-before-last-chunk-close': sayAndEnd(chunked('5\r\nhello\r\n', 'Connection: close')),
  'no-length-close-delimited': sayAndEnd(`${head('200 OK', 'Content-Type: text/plain')}open`),
  'slow-status-byte': wire => {
    let at = 0;
    wire.repeat(30, () => 'HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n'.repeat(20)[at++] ?? null);
  },
  'slow-header-forever': wire => {
    wire.send('HTTP/1.1 200 OK\r\n');
    wire.repeat(30, () => 'X-More: yes\r\n');
  },
  'headers-then-silence': say(head('200 OK', 'Content-Length: 10')),
  'drip-chunk-ext': wire => {
    wire.send(chunked('5;'));
    wire.repeat(30, () => 'e');
  },

  // Interim responses.
  '100-continue-once': say(`${head('100 Continue')}${withLength('late')}`),
  '100-continue-flood': say(`${head('100 Continue').repeat(500)}${withLength('late')}`),
  '103-early-hints-flood': say(`${head('103 Early Hints', 'Link: </a.css>; rel=preload').repeat(500)}${withLength('late')}`),
  '103-drip': wire => wire.repeat(30, () => head('103 Early Hints', 'Link: </a.css>')),
  '103-once': say(head('103 Early Hints', 'Link: </a.css>') + withLength('fine')),
  '102-forty': say(`${head('102 Processing').repeat(40)}${withLength('late')}`),
  '101-without-upgrade': say(head('101 Switching Protocols')),
  '101-unasked': say(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')),

  // Endless bodies.
  'infinite-chunked': wire => {
    wire.send(chunked(''));
    wire.flood(Buffer.from(`2000\r\n${'y'.repeat(0x2000)}\r\n`));
  },
  'infinite-close-delimited': wire => {
    wire.send(head('200 OK'));
    wire.flood(Buffer.alloc(16384, 'z'));
  },
  'cl-9PB': wire => {
    wire.send(head('200 OK', 'Content-Length: 9007199254740991'));
    wire.flood(Buffer.alloc(16384, 'z'));
  },

  // Heads.
  'hdr-one-1MiB': say(withLength('x', `X-Big: ${'b'.repeat(mebi)}`)),
  'hdr-60KiB-total': say(withLength('x', `X-Big: ${'b'.repeat(60 * 1024)}`)),
  'hdr-10000-lines': say(withLength('x', ...Array.from({ length: 10_000 }, (_, index) => `X${index % 10}: ab`))),
  'hdr-2500-lines-15KiB': say(withLength('x', ...new Array<string>(2500).fill('a: b'))),
  'hdr-900-lines': say(withLength('x', ...new Array<string>(900).fill('a: b'))),
  'hdr-500-set-cookie': say(withLength('x', ...Array.from({ length: 500 }, (_, index) => `Set-Cookie: c${index}=v`))),
  'hdr-nul-in-value': say(withLength('x', 'X-Nul: a\0b')),
  'hdr-bare-cr': say(withLength('x', 'X-Cr: a\rb')),
  'hdr-bare-lf-lines': say('HTTP/1.1 200 OK\nContent-Length: 1\n\nx'),
  'hdr-obs-fold': say(withLength('x', 'X-Robots-Tag: noindex,\r\n nofollow')),
  'hdr-no-colon': say(withLength('x', 'this line has none')),
  'hdr-space-before-colon': say(withLength('x', 'X-Robots-Tag : noindex')),
  'hdr-latin1-bytes': say(withLength('x', 'X-Name: caf\xe9 \xff')),
  'hdr-utf8-location': say(head('301 Moved', 'Content-Length: 0', `Location: ${Buffer.from('/café').toString('latin1')}`)),
  'hdr-two-locations': say(head('301 Moved', 'Content-Length: 0', 'Location: /a', 'Location: /b')),
  'hdr-two-content-types': say(withLength('x', 'Content-Type: text/plain', 'Content-Type: text/html')),
  'hdr-duplicate-xrobots': say(withLength('x', 'X-Robots-Tag: otherbot: noindex', 'X-Robots-Tag: nofollow')),

  // Status lines.
  http09: sayAndEnd('<html>just a body</html>'),
  'status-000': say(`HTTP/1.1 000 Nothing\r\nContent-Length: 1\r\n\r\nx`),
  'status-999': say(`HTTP/1.1 999 Denied\r\nContent-Length: 1\r\n\r\nx`),
  'status-1000': say(`HTTP/1.1 1000 Many\r\nContent-Length: 1\r\n\r\nx`),
  'status-no-reason': say('HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx'),
  'status-128KiB-reason': say(`HTTP/1.1 200 ${'r'.repeat(128 * 1024)}\r\nContent-Length: 1\r\n\r\nx`),
  http10: sayAndEnd('HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nold'),
  'http2-version-text': say('HTTP/2.0 200 OK\r\nContent-Length: 1\r\n\r\nx'),
  icy: say('ICY 200 OK\r\nicy-name: radio\r\n\r\nmusic'),
  rtsp: say('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 1\r\n\r\nx'),
  'rtsp-byte-by-byte': wire => {
    const bytes = [...'RTSP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'];
    wire.repeat(1, () => bytes.shift() ?? null);
  },
  'empty-line-first': say(`\r\n${withLength('x')}`),
  'ssh-banner': say('SSH-2.0-OpenSSH_9.6\r\n'),
  '204-with-body': say(`${head('204 No Content', 'Content-Length: 5')}hello`),
  '304-unasked': say(head('304 Not Modified', 'ETag: "a"')),
  '206-unasked': say(`${head('206 Partial Content', 'Content-Range: bytes 0-0/10', 'Content-Length: 1')}x`),
  '429-retry-after-date': say(head('429 Too Many', 'Retry-After: Sat, 21 Nov 2026 10:00:00 GMT', 'Content-Length: 0')),
  '429-retry-after-huge': say(head('429 Too Many', `Retry-After: 1${'0'.repeat(21)}`, 'Content-Length: 0')),
  '503-retry-after-negative': say(head('503 Busy', 'Retry-After: -5', 'Content-Length: 0')),
  '407-from-origin': say(head('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic', 'Content-Length: 0')),
  '401-negotiate': say(head('401 Unauthorized', 'WWW-Authenticate: Negotiate', 'Content-Length: 0')),

  // Framing.
  'cl-twice-same': say(`${head('200 OK', 'Content-Length: 1', 'Content-Length: 1')}x`),
  'cl-twice-differ': say(`${head('200 OK', 'Content-Length: 1', 'Content-Length: 2')}xy`),
  'cl-list': say(`${head('200 OK', 'Content-Length: 1, 1')}x`),
  'cl-negative': say(`${head('200 OK', 'Content-Length: -1')}x`),
  'cl-plus': say(`${head('200 OK', 'Content-Length: +1')}x`),
  'cl-2pow64': say(`${head('200 OK', 'Content-Length: 18446744073709551616')}x`),
  'cl-and-te': say(chunked('1\r\nx\r\n0\r\n\r\n', 'Content-Length: 1')),
  'te-chunked-in-10': sayAndEnd('HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'),
  'te-gzip-chunked': say(`${head('200 OK', 'Transfer-Encoding: gzip, chunked')}1\r\nx\r\n0\r\n\r\n`),
  'te-unknown': sayAndEnd(`${head('200 OK', 'Transfer-Encoding: banana')}x`),
  'te-upper-chunked': say(`${head('200 OK', 'Transfer-Encoding: Chunked')}1\r\nx\r\n0\r\n\r\n`),
  'chunk-bad-hex': say(chunked('ZZ\r\nx\r\n0\r\n\r\n')),
  'chunk-0x': say(chunked('0x1\r\nx\r\n0\r\n\r\n')),
  'chunk-overflow': say(chunked('11111111111111111\r\nx\r\n0\r\n\r\n')),
  'chunk-lf-only': say(chunked('1\nx\r\n0\r\n\r\n')),
  'chunk-trailer-xrobots': say(chunked('1\r\nx\r\n0\r\nX-Robots-Tag: noindex\r\n\r\n')),
  'chunk-trailer-1MiB': say(chunked(`1\r\nx\r\n0\r\nX-Big: ${'t'.repeat(mebi)}\r\n\r\n`)),
  'chunk-ext-1MiB': say(chunked(`1;e=${'e'.repeat(mebi)}\r\nx\r\n0\r\n\r\n`)),
  'chunk-single-bytes': say(chunked(`${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`)),
  'junk-after-keepalive': say(withLength('first') + withLength('INJECTED')),
  'body-longer-than-cl': say(`${head('200 OK', 'Content-Length: 3')}abcINJECTED`),
  'close-after-answer': wire => {
    wire.send(withLength('fine'));
    setTimeout(() => wire.end(), 5);
  },

  // Content codings.
  gzip: coded('gzip', gzipSync(prose)),
  'x-gzip': coded('x-gzip', gzipSync(prose)),
  br: coded('br', brotliCompressSync(prose)),
  zstd: coded('zstd', zstdCompressSync(prose)),
  deflate: coded('deflate', deflateSync(prose)),
  'ce-deflate-raw': coded('deflate', deflateRawSync(prose)),
  'ce-identity': coded('identity', prose),
  'ce-empty-body': coded('gzip', new Uint8Array(0)),
  'ce-two-layers': coded('gzip, br', brotliCompressSync(gzipSync(prose))),
  'ce-gzip-large': coded('gzip', gzipSync(Buffer.alloc(6 * mebi, PROSE), { level: 1 })),
  'ce-gzip-over-limit': coded(
    'gzip',
    gzipSync(Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919).toString(36)).join(' '))),
  ),
  'gzip-bomb': wire => coded('gzip', bombBytes().gzip)(wire),
  'deflate-bomb': wire => coded('deflate', bombBytes().deflate)(wire),
  'zstd-bomb': wire => coded('zstd', bombBytes().zstd)(wire),
  'gzip-in-gzip-bomb': wire => coded('gzip, gzip', bombBytes().twice)(wire),
  'br-bomb': wire => void brotliBombBytes().then(bytes => coded('br', bytes)(wire)),
  'ce-6-layers': coded('gzip, gzip, gzip, gzip, gzip, gzip', gzipSync(prose)),
  'ce-2000-tokens': coded(new Array<string>(2000).fill('gzip').join(','), gzipSync(prose)),
  'ce-lie-gzip': coded('gzip', Buffer.from('plain text all along')),
  'ce-lie-br': coded('br', Buffer.from('plain text all along')),
  'ce-truncated-gzip': coded('gzip', gzipSync(prose).subarray(0, 800)),
  'ce-truncated-br': coded('br', brotliCompressSync(prose).subarray(0, 800)),
  'ce-truncated-header': coded('gzip', gzipSync(prose).subarray(0, 6)),
  'ce-gzip-bad-crc': coded('gzip', Buffer.concat([gzipSync(prose).subarray(0, -8), Buffer.alloc(8)])),
  'ce-gzip-trailing-junk': coded('gzip', Buffer.concat([gzipSync(prose), junk])),
  'ce-deflate-trailing-junk': coded('deflate', Buffer.concat([deflateSync(prose), junk])),
  'ce-br-trailing-junk': coded('br', Buffer.concat([brotliCompressSync(prose), junk])),
  'ce-gzip-multi-member': coded('gzip', Buffer.concat([gzipSync(hello), gzipSync(world)])),
  'ce-gzip-multi-member-junk': coded('gzip', Buffer.concat([gzipSync(hello), gzipSync(world), junk])),
  'ce-zstd-two-frames': coded('zstd', Buffer.concat([zstdCompressSync(hello), zstdCompressSync(world)])),
  'ce-gzip-member-flood': coded('gzip', Buffer.concat(new Array<Buffer>(20_000).fill(gzipSync('')))),
  'ce-zstd-frame-flood': coded('zstd', Buffer.concat(new Array<Buffer>(45_000).fill(emptyZstdFrame))),
  'ce-unknown': coded('sdch', Buffer.from('x')),
  'ce-identity-star': coded('identity, *', Buffer.from('x')),
  'ce-gzip-cut-by-fin': wire => {
    const body = gzipSync(prose);
    wire.end(
      Buffer.concat([
        Buffer.from(head('200 OK', 'Content-Encoding: gzip', `Content-Length: ${body.length}`)),
        body.subarray(0, 800),
      ]),
    );
  },

  // Redirects are returned, not followed.
  'redir-self': redirect('Location: /redir-self'),
  'redir-file': redirect('Location: file:///etc/passwd'),
  'redir-javascript': redirect('Location: javascript:alert(1)'),
  'redir-data': redirect('Location: data:text/html,x'),
  'redir-metadata-ip': redirect('Location: http://169.254.169.254/latest/'),
  'redir-decimal-ip': redirect('Location: http://2130706433/'),
  'redir-userinfo': redirect('Location: http://user:pass@127.0.0.1/'),
  'redir-200KB-url': redirect(`Location: /${'u'.repeat(200_000)}`),
  'redir-no-location': say(`${head('302 Found', 'Content-Length: 4')}body`),
  'redir-empty-location': redirect('Location:'),
  'redir-with-infinite-body': wire => {
    wire.send(head('302 Found', 'Location: /next'));
    wire.flood(Buffer.alloc(16384, 'z'));
  },
  'redir-with-silent-body': say(head('302 Found', 'Location: /next', 'Content-Length: 10')),
  'redir-with-unknown-coding': say(`${head('302 Found', 'Location: /next', 'Content-Encoding: sdch', 'Content-Length: 1')}x`),
  'redir-with-corrupt-gzip': say(`${head('302 Found', 'Location: /next', 'Content-Encoding: gzip', 'Content-Length: 3')}abc`),
};
