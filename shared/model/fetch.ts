/** One attempt over HTTP, as data. Times are epoch milliseconds (`At`) or durations (`Ms`); sizes are bytes. */

/** How an attempt failed. Closed: every failure ends in exactly one of these. */
export type FailureCause =
  | 'address-blocked' // private, loopback or otherwise forbidden address
  | 'scheme-blocked' // not http or https
  | 'dns-failure'
  | 'connection-refused'
  | 'connection-lost' // reset or closed before the response was complete enough to use
  | 'timeout-connect'
  | 'timeout-headers'
  | 'timeout-body' // no bytes for too long, or the whole fetch took too long
  | 'tls-failure'
  | 'http-malformed'
  | 'header-too-large'
  | 'encoding-unsupported'
  | 'encoding-corrupt'
  | 'decompression-bomb'
  | 'cancelled'; // we stopped it (Stop, shutdown)

/** How a response body ended. */
export type BodyEnd =
  | 'complete'
  | 'too-large' // cut at the byte limit, the first bytes are kept
  | 'truncated'; // the connection ended before the promised length, the bytes received are kept

export interface FetchTimings {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Milliseconds from start to the first byte of the response head, null if none came. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

/** Why a TLS connection was refused; '' for none. */
export type TlsProblem = '' | 'expired' | 'not-yet-valid' | 'name-mismatch' | 'untrusted' | 'revoked' | 'protocol' | 'other';

/** What a server's certificate says (RFC 5280). Times are epoch milliseconds, null where they cannot be read. */
export interface CertificateFacts {
  /** SHA-256 of the certificate, lower-case hexadecimal digits. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** The names it is valid for, separated by ', '. */
  readonly names: string;
  readonly notBefore: number | null;
  readonly notAfter: number | null;
}

/** How a connection was secured, or why it was refused. */
export interface TlsFacts {
  /** As negotiated: 'TLSv1.3'; '' when the handshake did not get that far. */
  readonly protocol: string;
  readonly cipher: string;
  readonly problem: TlsProblem;
  readonly certificate: CertificateFacts | null;
  /** Certificates from the server's own to the root, as far as they are known; 0 without one. */
  readonly chainLength: number;
  /** Whether the certificate is valid for the host; null without one. */
  readonly nameMatches: boolean | null;
}

/** What an attempt cost and used on the network. Milliseconds; null where the step did not happen for this attempt. */
export interface NetworkFacts {
  /** As in the status line: '1.0', '1.1'; '2' for HTTP/2; null without a response. */
  readonly httpVersion: string | null;
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  /** From sending the request to the first byte of the response. */
  readonly waitMs: number | null;
  /** From the first byte of the response to the end of its body. */
  readonly downloadMs: number | null;
  /** Null for plain HTTP. A connection that is used again has those of its handshake. */
  readonly tls: TlsFacts | null;
}

export type Headers = readonly (readonly [name: string, value: string])[];

/** A part of a long body. It is compressed (raw deflate), unless that makes it no shorter. */
export interface HeldBlock {
  readonly size: number;
  readonly isPacked: boolean;
  readonly bytes: Uint8Array;
}

/** A long body, compressed in blocks. */
export interface HeldBody {
  /** Of the body as it is. */
  readonly size: number;
  readonly blocks: readonly HeldBlock[];
}

export interface FetchResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly statusText: string;
  /** In wire order, names as received (lower case where the client only gives that), values decoded as latin-1. */
  readonly headers: Headers;
  /** Decoded (decompressed) body. Empty for redirects' bodies past 64 KiB and for HEAD. With `held`, only its beginning. */
  readonly body: Uint8Array;
  /** A long body, if the request allows it. */
  readonly held?: HeldBody | undefined;
  readonly bodyEnd: BodyEnd;
  /** Body bytes as they arrived, before decoding; head and chunk framing are not counted. */
  readonly wireBytes: number;
  readonly remoteAddress: string | null;
  /** The request went out on a connection that had served one before. */
  readonly reusedConnection?: boolean;
  readonly network?: NetworkFacts;
  readonly timings: FetchTimings;
  /** The server confirmed the response of an earlier crawl, in words. Status, body and headers are those of that response. */
  readonly unchanged?: string;
}

export interface FetchFailure {
  readonly kind: 'failure';
  readonly cause: FailureCause;
  /** One plain sentence with the concrete detail: 'connect ECONNREFUSED 127.0.0.1:9'. */
  readonly detail: string;
  /** Status and headers if a head had arrived. */
  readonly status: number | null;
  readonly headers: Headers;
  /** Body bytes as they arrived, before decoding; head and chunk framing are not counted. */
  readonly wireBytes: number;
  readonly remoteAddress: string | null;
  /** The request went out on a connection that had served one before. */
  readonly reusedConnection?: boolean;
  readonly network?: NetworkFacts;
  readonly timings: FetchTimings;
  /** The crawl found that its own network was down, so the attempt says nothing about the URL. */
  readonly ownOutage?: true;
}

export type FetchOutcome = FetchResponse | FetchFailure;

export interface FetchLimits {
  readonly maxBodyBytes: number;
  /** Ratio decoded/wire above which a body over 1 MiB decoded is a bomb. */
  readonly maxDecompressionRatio: number;
  readonly maxHeaderBytes: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Longest silence inside a body. */
  readonly bodyTimeoutMs: number;
  /** Whole attempt, start to end. */
  readonly totalTimeoutMs: number;
}

/** Lets the caller stop a request before it is sent, and tells the caller the status early. */
export interface RequestGate {
  /** Called just before the first byte. Returns null to allow the request. Otherwise it returns the reason, and the outcome is `cancelled` with that reason. */
  refusal(): string | null;
  /** Called with the status as soon as the head of the response is read. The body may still be on its way. */
  answered(status: number): void;
}

export interface FetchRequest {
  readonly url: string;
  /** Absent: GET. POST is for the login form only. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST: its media type, its text, and the page that has the form. */
  readonly body?: { readonly type: string; readonly text: string; readonly referer: string } | undefined;
  readonly userAgent: string;
  readonly accept: string;
  /** Conditional re-fetch (RFC 9110 section 13.1). */
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  /** The response may have its body as `held`. */
  readonly mayHold?: boolean;
  readonly gate?: RequestGate;
}

/** The one connector through which every outbound byte passes. Never throws for what a server does. Redirects are returned, not followed. */
export interface Fetcher {
  fetch(request: FetchRequest, limits: FetchLimits, signal: AbortSignal): Promise<FetchOutcome>;
  /** The addresses of a hostname as in URL.hostname, from the same memory as requests. Absent where nothing is resolved here. */
  addressesOf?(hostname: string): Promise<readonly string[]>;
  /** Hosts (hostname as in URL.hostname) the user named, in start URLs or as internal; only these may have private or loopback addresses. Replaces the list given before. */
  trustHosts(hosts: readonly string[]): void;
  close(): Promise<void>;
}
