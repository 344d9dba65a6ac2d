import type { Headers } from './fetch.ts';

/** One request that the crawl sent, with its times. Times are in milliseconds; null: not recorded, or the request had no such step. */
export interface RequestTimes {
  readonly dnsMs: number | null;
  /** Opening the connection. Null with a status: the connection was open already. */
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  /** From sending the request to the first byte of the response. */
  readonly waitMs: number | null;
  readonly downloadMs: number | null;
  /** From the start to the first byte, everything included. */
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
}

export interface RequestRow extends RequestTimes {
  /** Key of `fetch`. */
  readonly id: number;
  readonly url: string;
  readonly purpose: string;
  readonly method: string;
  readonly startedAt: number;
  readonly status: number | null;
  /** '1.1', '2', …; null: not recorded, or no response. */
  readonly httpVersion: string | null;
  /** `response`, `failure` or `interrupted`; '' while it is in flight. */
  readonly outcome: string;
  /** From the end of the request to the same host before it to its start: the delay that the crawl kept, or longer. */
  readonly gapMs: number | null;
}

/** A request with everything that is stored about it, except for bodies. */
export interface RequestRecord extends RequestRow {
  readonly statusText: string;
  readonly cause: string;
  readonly detail: string;
  readonly remoteAddress: string | null;
  readonly wireBytes: number | null;
  readonly bodyBytes: number | null;
  readonly contentType: string | null;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
}

/** Requests of a host, in the order in which they were sent. */
export interface RequestPage {
  readonly origin: string;
  readonly rows: readonly RequestRow[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

export const requestsOfPage = 50;

export const requestPhases = ['queue', 'dns', 'tcp', 'tls', 'wait', 'download'] as const;
export type RequestPhase = (typeof requestPhases)[number];

/** The steps of a request one after another, from its start; those that took no time or are unknown are left out. */
export function phasesOf(
  times: RequestTimes,
): readonly { readonly phase: RequestPhase; readonly from: number; readonly ms: number }[] {
  const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = times;
  const opening = (dnsMs ?? 0) + (tcpMs ?? 0) + (tlsMs ?? 0);
  // Older files have only the first byte and the end.
  const waitMs = times.waitMs ?? (firstByteMs === null ? null : Math.max(0, firstByteMs - opening));
  const downloadMs = times.downloadMs ?? (firstByteMs === null || totalMs === null ? null : Math.max(0, totalMs - firstByteMs));
  const known = opening + (waitMs ?? 0);
  const queueMs = firstByteMs === null ? null : Math.max(0, firstByteMs - known);
  const steps = { queue: queueMs, dns: dnsMs, tcp: tcpMs, tls: tlsMs, wait: waitMs, download: downloadMs };
  let from = 0;
  return requestPhases.flatMap(phase => {
    const ms = steps[phase] ?? 0;
    const step = { phase, from, ms };
    from += ms;
    return ms > 0 ? [step] : [];
  });
}
