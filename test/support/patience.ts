/**
 * How long a test waits for what must come, and how often it looks. Milliseconds. The limit proves nothing; it only ends a test that would
 * hang. At 3 % of a processor, starting a program takes half a minute.
 */
export const patience = { interval: 5, timeout: 60_000 } as const;

/** When a test that hangs is ended. Milliseconds. */
export const mostTestMs = 300_000;
