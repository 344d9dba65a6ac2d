/**
 * What may be wrong with a response over HTTP/1.1, or with its connection:
 * - `invalid`: the parser cannot read it; the message is the parser's reason;
 * - `early-end`: the same, because it ends too soon;
 * - `length`: its body is not as long as its head says, or the rest of a head with a length cannot be read;
 * - `continue`, `upgrade`: the server answered something that was not requested;
 * - `too-large`: its header lines are larger than the parser's own limit;
 * - `closed`: the connection ended;
 * - `unsendable`: the request has bytes that must not be sent.
 */
export type Http1Fault = 'invalid' | 'early-end' | 'length' | 'continue' | 'upgrade' | 'too-large' | 'closed' | 'unsendable';

export class Http1Error extends Error {
  readonly fault: Http1Fault;
  /** The first bytes that could not be read. */
  readonly at: string;

  constructor(fault: Http1Fault, message = '', at = '') {
    super(message);
    this.fault = fault;
    this.at = at;
  }
}
