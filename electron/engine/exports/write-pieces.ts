import { setImmediate as turn } from 'node:timers/promises';
import { openWhole } from '../../export/whole-file.ts';

/** A part of a document, and how far the work is at its end. */
export interface TextPiece {
  readonly text: string;
  readonly rows: number;
  readonly done: number;
  readonly total: number;
  /** What has been written up to the end of this part, in words. */
  readonly words: string;
}

/**
 * Writes a document, completely or not at all, piece by piece: other calls of the thread run between them. `report` may end the work;
 * then nothing is left. Returns what was written, in words; '' if the work was ended.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<TextPiece> | AsyncIterable<TextPiece>,
  report: (progress: Omit<TextPiece, 'text'>) => 'go-on' | 'cancel',
): Promise<string> {
  const file = openWhole(path);
  let written = '';
  try {
    for await (const piece of pieces) {
      file.write(piece.text);
      written = piece.words;
      if (report(piece) === 'cancel') return '';
      await turn();
    }
    file.finish();
  } finally {
    file.discard();
  }
  return written;
}
