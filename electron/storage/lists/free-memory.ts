/**
 * Gives memory back now. V8 would do so with its next collection, but these buffers hardly make it collect. Until then they lie
 * scattered in the memory of the thread, which then never shrinks.
 */
export function freeMemory(memory: ArrayBufferLike): void {
  // V8 has this since version 11.4, but the types of ES2023 do not.
  (memory as { transfer?(bytes: number): unknown }).transfer?.(0);
}
