import { createGunzip } from 'node:zlib';
import { BodyHold, piecesOf } from '#fetcher/body-hold.ts';
import type { HeldBody } from '#shared/model/fetch.ts';

/** The text of a file that gzip has packed; or why there is none: it is damaged, or gives more than `most` bytes. */
export async function unpackHeld(file: HeldBody, most: number): Promise<HeldBody | 'bad-gzip' | 'too-large'> {
  const hold = new BodyHold();
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  let size = 0;
  let isBad = false;
  const ended = new Promise<void>(resolve => {
    gunzip.on('data', (piece: Uint8Array) => {
      size += piece.length;
      if (size > most) resolve();
      else hold.add(piece);
    });
    gunzip.on('end', resolve);
    gunzip.on('error', () => {
      isBad = true;
      resolve();
    });
  });
  for (const piece of piecesOf(file)) {
    const written = new Promise<false>(done => gunzip.write(piece, () => done(false)));
    if (await Promise.race([written, ended.then(() => true)])) break;
  }
  gunzip.end();
  await ended;
  gunzip.destroy();
  if (isBad) return 'bad-gzip';
  return size > most ? 'too-large' : hold.finish();
}
