import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Stands between a connection and its client of HTTP/2, which sees only the bytes that `take` lets through. It has no half-closed state: Node's
 * client ends the process by an assertion where it writes after the server has ended its side, so that end closes the whole connection.
 */
export class Http2Tap extends Duplex {
  readonly #socket: Socket;
  #isEnded = false;

  constructor(socket: Socket, take: (bytes: Uint8Array) => boolean) {
    super({ highWaterMark: 64 * 1024 });
    this.#socket = socket;
    socket.on('data', (bytes: Uint8Array) => {
      if (take(bytes) && !this.destroyed && !this.push(bytes)) socket.pause();
    });
    const end = (): void => {
      this.#isEnded = true;
      if (this.readableLength === 0) this.destroy();
    };
    socket.once('end', end);
    socket.once('close', end);
    // What ends the connection is told by its socket.
    this.on('error', () => undefined);
  }

  override _read(): void {
    if (this.#isEnded && this.readableLength === 0) this.destroy();
    else this.#socket.resume();
  }

  override _write(bytes: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket.writable) this.#socket.write(bytes, done);
    else done(new Error('the connection is closed'));
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
