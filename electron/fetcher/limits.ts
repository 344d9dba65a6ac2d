import type { FetchLimits } from '#shared/model/fetch.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits of one attempt by default, each with its reason. */
export const defaultFetchLimits: FetchLimits = {
  // Search engines index the first 15 MB of a page; what follows cannot matter for a report.
  maxBodyBytes: 16 * MIB,
  // Real HTML compresses 3 to 30 times, generated tables rarely more than 100; bombs start at 1000.
  maxDecompressionRatio: 200,
  // Four times what common servers let through, small enough to keep every head in memory.
  maxHeaderBytes: 64 * KIB,
  // A SYN is retransmitted after 1, 3 and 7 s: three retries fit, the fourth would not help.
  connectTimeoutMs: 10_000,
  // Slow back ends respond within 20 s, or visitors do not wait for them either.
  headersTimeoutMs: 20_000,
  // Silence inside a body: longer than any garbage collection or disk spin-up on the other side.
  bodyTimeoutMs: 20_000,
  // Our own deadline over everything: a server that drips one byte a second must not block a lane.
  totalTimeoutMs: 120_000,
};

/** Header lines of one response. A thousand is twenty times a busy site's; more is a flood. */
export const MAX_HEADER_LINES = 1_000;

/** Interim (1xx) responses before the real one (RFC 9110 section 15.2 sets no limit). */
export const MAX_INFORMATIONAL = 16;

/** Framing allowed per body byte: a server that sends single bytes spends 5 on each in HTTP/1.1 (chunks), 9 in HTTP/2 (frames). */
export const FRAMING_PER_BODY_BYTE = 16;

/** CONTINUATION frames of one head in HTTP/2: five carry the largest one, and the parser itself gives up after eight. */
export const MAX_CONTINUATIONS = 8;

/** Frames of HTTP/2 during one response that carry neither header lines nor its body: settings, pings, window updates. A few are usual. */
export const MAX_CONTROL_FRAMES = 1_000;

/** A redirect's body is not shown anywhere: past this size it is cut off. */
export const MAX_REDIRECT_BODY_BYTES = 64 * KIB;

/** Content codings decoded in a row. Two occur by mistake in the wild, more only on purpose. */
export const MAX_CONTENT_CODINGS = 2;

/**
 * Gzip members (RFC 1952) or zstd frames (RFC 8878) read of one coded body. Each one starts a decoder, which costs a
 * tenth of a millisecond. Tools that write blocks of 64 KiB need 256 for the largest body.
 */
export const MAX_MEMBERS = 1_000;

/** Decoded size up to which a high compression ratio is harmless and not looked at. */
export const RATIO_FREE_BYTES = MIB;
