/** Whether two texts in bytes are the same; null is only like null. */
export const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((byte, index) => byte === b[index]);
