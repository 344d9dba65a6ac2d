import { gzipSync } from 'node:zlib';
import { frameTypes } from '#fetcher/http2-frames.ts';
import { block, flags, frame, type Http2Behaviour, type Http2Wire, number32 } from './http2-wire.ts';

/** What servers do over HTTP/2, right and wrong, by name. */

const { data, headers, settings, pushPromise, windowUpdate, continuation } = frameTypes;
const status = (code: string): readonly [string, string] => [':status', code];
const whole = flags.endHeaders | flags.endStream;

/** A response of 200 and the start of its body. */
const begun =
  (then: (wire: Http2Wire) => void, lines: readonly (readonly [string, string])[] = []): Http2Behaviour =>
  wire => {
    wire.head([status('200'), ...lines]);
    then(wire);
  };
const line = (name: string, value: string) => [name, value] as const;
const many = (count: number, value: string) => Array.from({ length: count }, (_, at) => line(`x-${at}`, value));
const early = (wire: Http2Wire): Uint8Array =>
  frame(headers, flags.endHeaders, wire.stream, block(status('103'), ['link', '</a>']));
/** Padding of 255 bytes around `bytes` of a body. */
const padded = (wire: Http2Wire, bytes: string): Uint8Array =>
  frame(data, flags.padded, wire.stream, Buffer.concat([Buffer.from([255]), Buffer.from(bytes), Buffer.alloc(255)]));

export const http2Behaviours = {
  'h2-ok': wire => wire.answer('all right'),
  'h2-lines-in-order': wire =>
    wire.answer('x', [
      line('x-robots-tag', 'noindex'),
      line('a', '1'),
      line('x-robots-tag', 'nofollow'),
      line('set-cookie', 'a=1'),
      line('set-cookie', 'b=2'),
      line('content-type', 'text/html'),
      line('content-type', 'text/plain'),
    ]),
  'h2-latin1': wire => wire.answer('x', [line('x-name', 'café ÿ'), line('location', Buffer.from('/café').toString('latin1'))]),
  'h2-padded': begun(wire => wire.send(padded(wire, 'fine'), frame(data, flags.endStream, wire.stream))),
  'h2-no-body': wire => wire.head([status('204')], flags.endStream),
  'h2-304': wire => wire.head([status('304')], flags.endStream),
  'h2-head-60KiB': wire => wire.answer('x', [line('x-long', 'x'.repeat(60_000))]),
  'h2-100-headers-of-600': wire => wire.answer('x', many(100, 'x'.repeat(600))),
  'h2-1000-short-headers': wire => wire.answer('x', many(1_000, 'x')),
  'h2-1001-short-headers': wire => wire.answer('x', many(1_001, 'x')),
  'h2-head-1MiB': wire => wire.answer('x', [line('x-long', 'x'.repeat(1024 * 1024))]),
  // An entry of the dynamic table (RFC 7541 section 6.2.1), then one byte for each further line of 4,000 characters.
  'h2-hpack-bomb': wire => {
    const value = Buffer.alloc(4_000, 0x78);
    const entry = Buffer.concat([Buffer.from([0x40, 1]), Buffer.from('a'), Buffer.from([127, 0xa1, 0x1e]), value]);
    wire.send(frame(headers, whole, wire.stream, Buffer.concat([block(status('200')), entry, Buffer.alloc(900, 0xbe)])));
  },
  'h2-hpack-corrupt': wire => wire.send(frame(headers, whole, wire.stream, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))),
  'h2-upper-case-name': wire => wire.answer('x', [line('Content-Type', 'text/html')]),
  'h2-value-with-newline': wire => wire.answer('x', [line('x-a', 'a\r\nx-b: c')]),
  'h2-value-with-spaces': wire => wire.answer('x', [line('x-robots-tag', ' noindex ')]),
  'h2-connection-header': wire => wire.answer('x', [line('connection', 'keep-alive')]),
  'h2-no-status': wire => wire.head([line('content-type', 'text/html')], flags.endStream),
  'h2-status-101': wire => wire.head([status('101')]),
  'h2-status-999': wire => wire.head([status('999')], flags.endStream),
  'h2-103-once': wire => {
    wire.send(early(wire));
    wire.answer('fine');
  },
  'h2-103-flood': wire => wire.flood(early(wire), 2_000),
  'h2-103-drip': wire => {
    const timer = setInterval(() => wire.send(early(wire)), 40);
    wire.socket.once('close', () => clearInterval(timer));
  },
  'h2-continuation-empty-flood': wire => {
    wire.send(frame(headers, 0, wire.stream, block(status('200'))));
    wire.flood(frame(continuation, 0, wire.stream));
  },
  'h2-continuation-flood': wire => {
    wire.send(frame(headers, 0, wire.stream, block(status('200'))));
    wire.flood(frame(continuation, 0, wire.stream, block(['x-long', 'x'.repeat(12_000)])));
  },
  'h2-continuation-alone': wire => wire.send(frame(continuation, flags.endHeaders, wire.stream, block(status('200')))),
  'h2-settings-flood': wire => wire.flood(frame(settings, 0, 0)),
  'h2-settings-acknowledged-flood': wire => wire.flood(frame(settings, flags.ack, 0)),
  'h2-ping-flood': wire => wire.flood(frame(6, 0, 0, Buffer.alloc(8))),
  'h2-pings-then-answer': wire => {
    for (let at = 0; at < 20; at += 1) wire.send(frame(6, 0, 0, Buffer.alloc(8)));
    wire.answer('fine');
  },
  'h2-window-update-flood': wire => wire.flood(frame(windowUpdate, 0, 0, number32(1))),
  'h2-window-update-overflow': wire => wire.send(frame(windowUpdate, 0, wire.stream, number32(0x7f_ff_ff_ff))),
  'h2-window-update-zero': wire => wire.send(frame(windowUpdate, 0, 0, number32(0))),
  'h2-priority-flood': wire => wire.flood(frame(2, 0, wire.stream, Buffer.alloc(5))),
  'h2-unknown-frames-flood': wire => wire.flood(frame(0xfa, 0, 0, 'x')),
  'h2-unknown-frame': wire => {
    wire.send(frame(0xfa, 0, 0, 'x'), frame(0xfb, 0xff, wire.stream, 'y'));
    wire.answer('fine');
  },
  'h2-push': wire =>
    wire.send(
      frame(
        pushPromise,
        flags.endHeaders,
        wire.stream,
        Buffer.concat([
          number32(2),
          block([':method', 'GET'], [':scheme', 'https'], [':authority', 'site.test'], [':path', '/pushed']),
        ]),
      ),
    ),
  'h2-headers-on-unknown-stream': wire => wire.send(frame(headers, whole, 2, block(status('200')))),
  'h2-data-on-idle-stream': wire => wire.send(frame(data, 0, wire.stream + 2, 'unasked')),
  'h2-data-before-headers': wire => wire.data('too early', flags.endStream),
  'h2-oversized-frame': wire => wire.send(frame(headers, whole, wire.stream, Buffer.alloc(20_000))),
  'h2-short-settings': wire => wire.send(frame(settings, 0, 0, Buffer.alloc(5))),
  'h2-infinite-body': begun(wire => wire.flood(frame(data, 0, wire.stream, Buffer.alloc(16_384)))),
  'h2-empty-data-flood': begun(wire => wire.flood(frame(data, 0, wire.stream))),
  'h2-padding-flood': begun(wire => wire.flood(padded(wire, ''))),
  'h2-single-bytes': begun(wire => {
    for (let at = 0; at < 5_000; at += 1) wire.data('x');
    wire.data('', flags.endStream);
  }),
  'h2-control-frames-in-body': begun(wire => {
    wire.data('some');
    wire.flood(frame(6, 0, 0, Buffer.alloc(8)));
  }),
  'h2-trailers': begun(wire => {
    wire.data('x');
    wire.head([line('x-robots-tag', 'noindex')], flags.endStream);
  }),
  'h2-trailers-large': begun(wire => {
    wire.data('x');
    wire.head([line('x-long', 'x'.repeat(100_000))], flags.endStream);
  }),
  'h2-trailers-flood': begun(wire => {
    wire.data('x');
    wire.head(many(10, 'x'.repeat(9_000)), flags.endStream);
  }),
  'h2-two-heads': begun(wire => wire.head([status('200')], flags.endStream)),
  'h2-longer-than-length': begun(wire => wire.data('four', flags.endStream), [line('content-length', '3')]),
  'h2-shorter-than-length': begun(wire => wire.data('four', flags.endStream), [line('content-length', '9')]),
  'h2-silent': () => undefined,
  'h2-head-then-silence': begun(() => undefined),
  'h2-no-streams-allowed': wire => wire.send(frame(settings, 0, 0, Buffer.from([0, 3, 0, 0, 0, 0]))),
  'h2-fin-no-bytes': wire => wire.socket.end(),
  'h2-rst-no-bytes': wire => wire.socket.destroy(),
  'h2-fin-in-body': begun(wire => {
    wire.data('some');
    wire.socket.end();
  }),
  'h2-fin-after-head': begun(wire => wire.socket.end()),
  'h2-refused': wire => wire.reset(7),
  'h2-reset-internal': wire => wire.reset(2),
  'h2-reset-cancel': wire => wire.reset(8),
  'h2-reset-calm': wire => wire.reset(11),
  'h2-reset-unknown-code': wire => wire.reset(4_000),
  'h2-reset-without-error': wire => wire.reset(0),
  'h2-http1-required': wire => wire.reset(13),
  'h2-reset-in-body': begun(wire => {
    wire.data('some');
    wire.reset(2);
  }),
  'h2-cancel-in-body': begun(wire => {
    wire.data('some');
    wire.reset(8);
  }),
  'h2-reset-without-error-in-body': begun(wire => {
    wire.data('some');
    wire.reset(0);
  }),
  'h2-reset-after-answer': wire => {
    wire.answer('fine');
    wire.reset(0);
  },
  'h2-goaway-not-processed': wire => wire.goAway(0, 0),
  'h2-goaway-calm': wire => wire.goAway(0, 11, 'too_many_pings'),
  'h2-goaway-error-while-open': wire => wire.goAway(wire.stream, 2, 'disk on fire'),
  'h2-goaway-then-answer': wire => {
    wire.goAway(wire.stream, 0);
    wire.answer('fine');
  },
  'h2-goaway-in-body': begun(wire => {
    wire.data('some');
    wire.goAway(wire.stream, 2);
  }),
  'h2-goaway-flood': wire => wire.flood(frame(frameTypes.goAway, 0, 0, Buffer.concat([number32(0x7f_ff_ff_ff), number32(0)]))),
  'h2-unasked-stream-after': wire => {
    wire.answer('first');
    wire.send(
      frame(headers, flags.endHeaders, wire.stream + 2, block(status('200'))),
      frame(data, flags.endStream, wire.stream + 2, 'INJECTED'),
    );
  },
  'h2-data-after-end': wire => {
    wire.answer('first');
    wire.data('INJECTED', flags.endStream);
  },
  'h2-pings-while-idle': wire => {
    wire.answer('first');
    wire.flood(frame(6, 0, 0, Buffer.alloc(8)));
  },
  'h2-gzip': wire => wire.answer(gzipSync('prose '.repeat(100)), [line('content-encoding', 'gzip')]),
  'h2-gzip-bomb': wire => {
    wire.head([status('200'), line('content-encoding', 'gzip')]);
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
    for (let at = 0; at < bomb.length; at += 16_384)
      wire.data(bomb.subarray(at, at + 16_384), at + 16_384 >= bomb.length ? flags.endStream : 0);
  },
  'h2-transfer-encoding': wire => wire.answer('x', [line('transfer-encoding', 'gzip, chunked')]),
  'h2-redirect': wire => wire.head([status('301'), line('location', '/next')], flags.endStream),
  'h2-redirect-infinite': wire => {
    wire.head([status('302'), line('location', '/next')]);
    wire.flood(frame(data, 0, wire.stream, Buffer.alloc(16_384)));
  },
} satisfies Record<string, Http2Behaviour>;

export type Http2Id = keyof typeof http2Behaviours;
