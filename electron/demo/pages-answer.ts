import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { answer, custom, type DemoAnswer, type DemoSection, htmlDocument, htmlType, page } from './page.ts';

/** Pages about the outcome of a fetch: statuses, waiting, broken transfers, encodings. */

const failing = (path: string, status: number, title: string, shows: string) => page(path, title, shows, { status });

/** Responds with `status` before visit number `worksFrom`, each time with a Retry-After of one second. */
const patient = (path: string, status: number, worksFrom: number, title: string, shows: string) =>
  custom(path, title, shows, ({ count }, html) =>
    count < worksFrom ? answer(html, [htmlType, ['Retry-After', '1']], { status }) : answer(html),
  );

export const statusSection: DemoSection = {
  heading: 'Statuses',
  pages: [
    failing('/error/404', 404, 'Not found', 'An ordinary broken link.'),
    failing('/error/410', 410, 'Gone', 'It was here once and is gone for good.'),
    failing('/error/403', 403, 'Forbidden', 'A restriction, not a broken link.'),
    failing('/error/418', 418, 'Another client error', 'A status in the 400s without a reason of its own.'),
    failing('/error/500', 500, 'Server error', 'It fails however often it is asked.'),
    custom('/error/304', 'An unexpected status', '304, although nobody asked whether it had changed.', () =>
      answer('', [], { status: 304 }),
    ),
    patient('/busy/once', 503, 2, 'Busy once', '503 with Retry-After the first time, then the page.'),
    patient('/busy/slow-down', 429, 2, 'Told to slow down', '429 with Retry-After the first time, then the page.'),
    patient('/busy/always', 429, Number.POSITIVE_INFINITY, 'Always too busy', '429 with Retry-After, every time.'),
  ],
};

const encoded = (path: string, coding: string, title: string, shows: string, encode: (plain: Buffer) => Uint8Array) =>
  custom(path, title, shows, (_visit, html) => answer(encode(Buffer.from(html)), [htmlType, ['Content-Encoding', coding]]));

const dropped: DemoAnswer = answer('', [], { ending: 'dropped' });

export const transferSection: DemoSection = {
  heading: 'Transfers and encodings',
  pages: [
    encoded('/transfer/gzip', 'gzip', 'Compressed with gzip', 'An ordinary compressed page.', plain => gzipSync(plain)),
    encoded('/transfer/br', 'br', 'Compressed with Brotli', 'Another ordinary compressed page.', plain =>
      brotliCompressSync(plain),
    ),
    encoded('/transfer/deflate', 'deflate', 'Compressed with deflate', 'An old coding, in its zlib form.', plain =>
      deflateSync(plain),
    ),
    encoded('/transfer/wrong', 'gzip', 'Wrong Content-Encoding', 'It says gzip, but it is plain text.', plain => plain),
    page('/transfer/short', 'A body cut short', 'The server promises more bytes than it sends.', { ending: 'short' }),
    custom(
      '/transfer/dropped',
      'A dropped connection',
      'The server closes the connection without an answer, every time.',
      () => dropped,
    ),
    custom(
      '/transfer/flaky',
      'Dropped once',
      'The connection breaks the first time; the second attempt works.',
      ({ count }, html) => (count === 1 ? dropped : answer(html)),
    ),
    page('/transfer/slow', 'A slow page', 'It takes 600 ms to answer.', { delayMs: 600 }),
  ],
};

/** А–я and ё in windows-1251; everything else must be ASCII. */
const windows1251 = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text), char => {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
    return code === 0x451 ? 0xb8 : code === 0x401 ? 0xa8 : code & 0x7f;
  });

const shiftJisTitle = Buffer.from('93fa967b8cea82cc8379815b8357', 'hex'); // 日本語のページ
const shiftJisMark = '(title)';

/** An ASCII page whose marks are replaced by Shift_JIS bytes. */
const shiftJis = (text: string): Uint8Array =>
  Buffer.concat(
    text.split(shiftJisMark).flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [shiftJisTitle, Buffer.from(part)])),
  );

const charset = (path: string, title: string, shows: string, name: string, bytes: () => Uint8Array) =>
  custom(path, title, shows, () => answer(bytes(), [['Content-Type', name === '' ? 'text/html' : `text/html; charset=${name}`]]));

const home = '<p class="back"><a href="/">Back to the demo site</a></p>';

export const charsetSection: DemoSection = {
  heading: 'Character sets',
  pages: [
    charset('/text/latin-1', 'Latin-1', 'A header names ISO-8859-1.', 'iso-8859-1', () =>
      Buffer.from(htmlDocument('Crème brûlée à la façon Müller', home, '', 'iso-8859-1'), 'latin1'),
    ),
    charset('/text/utf-16', 'UTF-16', 'Only a byte order mark says that it is UTF-16.', '', () =>
      Buffer.from(`\ufeff${htmlDocument('Ein Märchen in zwei Bytes', home, '', 'utf-16')}`, 'utf16le'),
    ),
    charset('/text/windows-1251', 'Windows-1251', 'Only a meta element names windows-1251.', '', () =>
      windows1251(htmlDocument('Добро пожаловать', home, '', 'windows-1251')),
    ),
    charset('/text/shift-jis', 'Shift_JIS', 'A header names Shift_JIS.', 'shift_jis', () =>
      shiftJis(htmlDocument(shiftJisMark, home, '', 'shift_jis')),
    ),
  ],
};
