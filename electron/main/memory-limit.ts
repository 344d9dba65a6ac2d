/** How often the memory of a process is read, in milliseconds. */
const everyMs = 2_000;

/** A process whose memory is limited. */
export interface LimitedProcess {
  /** Resident memory in MiB; null while the system does not tell. */
  residentMib(): number | null;
  /** Ends it. `mib`: what it had. */
  end(mib: number): void;
}

/**
 * Ends a process that has more memory than it may have. V8's own limit (`--max-old-space-size`) counts only the heap of one thread, and some versions
 * of Electron do not pass it on to utility processes. Returns what stops watching.
 */
export function limitMemory({ residentMib, end }: LimitedProcess, mostMib: number): () => void {
  const timer = setInterval(() => {
    const mib = residentMib();
    if (mib === null || mib <= mostMib) return;
    clearInterval(timer);
    end(mib);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
