export interface RateLimit {
  /** Counts a call of this size and returns whether it is allowed. Refused calls do not count. */
  admit(bytes: number): boolean;
}

/** Sliding window of one second over calls and bytes. `now` is in milliseconds and never runs backwards. */
export function createRateLimit(limits: { readonly calls: number; readonly bytes: number }, now: () => number): RateLimit {
  let admitted: { at: number; bytes: number }[] = [];
  return {
    admit(bytes) {
      const since = now() - 1_000;
      admitted = admitted.filter(call => call.at > since);
      const used = admitted.reduce((sum, call) => sum + call.bytes, 0);
      if (admitted.length >= limits.calls || used + bytes > limits.bytes) return false;
      admitted.push({ at: now(), bytes });
      return true;
    },
  };
}
