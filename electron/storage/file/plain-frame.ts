/** Bytes of zstd before the content of a frame that `plainFrame` makes. */
export const plainHead = 12;
/**
 * A zstd frame whose content is not compressed (RFC 8878): at most 128 KiB. `bytes` has the content behind the first `plainHead` bytes,
 * which this function fills. The result lies in `bytes`.
 */
export function plainFrame(bytes: Buffer, size: number): Buffer {
  bytes.writeUInt32LE(0xfd2f_b528, 0);
  // No window is needed, and the size of the content follows in four bytes.
  bytes[4] = 0xa0;
  bytes.writeUInt32LE(size, 5);
  // A block of plain bytes, which is the last one.
  bytes.writeUIntLE(size * 8 + 1, 9, 3);
  return bytes.subarray(0, plainHead + size);
}
