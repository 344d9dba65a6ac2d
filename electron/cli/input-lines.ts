import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The lines of a UTF-8 stream, in the batches they arrive in, so that the results of a batch are one write. */
export async function* lineBatches(stream: Readable): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const text = decoder.write(chunk as Buffer);
    const end = text.lastIndexOf('\n');
    if (end < 0) {
      rest += text;
      continue;
    }
    yield (rest + text.slice(0, end)).split('\n');
    rest = text.slice(end + 1);
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}
