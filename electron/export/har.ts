import { isSecretName, NOT_STORED, REDACTED, withoutUserinfo } from '#shared/explain/redact.ts';
import { headerValue } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';
import { phasesOf, type RequestRecord } from '#shared/model/requests.ts';

/** Requests as HTTP Archive 1.2 (softwareishard.com/blog/har-12-spec): one `log` with an entry for each request, without bodies. */

const notKnown = -1;

interface Kept {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly leftOut: readonly string[];
}

/** Headers with secrets are left out as a whole, and so are the cookies of an entry. */
function kept(headers: Headers): Kept {
  const isSecret = ([name, value]: Headers[number]): boolean => isSecretName(name) || value.includes(NOT_STORED);
  return {
    headers: headers.filter(each => !isSecret(each)).map(([name, value]) => ({ name, value: withoutUserinfo(value) })),
    leftOut: headers.filter(isSecret).map(([name]) => name),
  };
}

const shownUrl = (url: string): string => withoutUserinfo(url).replaceAll(`${REDACTED}@`, '');
const versionOf = (version: string | null): string => (version === null ? 'unknown' : `HTTP/${version}`);

function queryOf(url: string): readonly { readonly name: string; readonly value: string }[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

/** Times as HAR has them: `connect` includes `ssl`, and the sum of all but `ssl` is the time of the entry. */
function timingsOf(record: RequestRecord) {
  const ms = new Map(phasesOf(record).map(step => [step.phase as string, step.ms]));
  const connect = record.tcpMs === null && record.tlsMs === null ? notKnown : (record.tcpMs ?? 0) + (record.tlsMs ?? 0);
  return {
    blocked: ms.get('queue') ?? notKnown,
    dns: record.dnsMs ?? notKnown,
    connect,
    send: 0,
    wait: ms.get('wait') ?? 0,
    receive: ms.get('download') ?? 0,
    ssl: record.tlsMs ?? notKnown,
  };
}

/** One entry of the log. */
export function harEntry(record: RequestRecord): object {
  const request = kept(record.requestHeaders);
  const response = kept(record.responseHeaders);
  const url = shownUrl(record.url);
  const timings = timingsOf(record);
  const { ssl: _withinConnect, ...counted } = timings;
  const leftOut = [...new Set([...request.leftOut, ...response.leftOut])];
  const failed =
    record.status === null ? `No response: ${record.cause || record.outcome || 'in flight'}. ${record.detail}`.trim() : '';
  const comments = [failed, leftOut.length > 0 ? `Left out: ${leftOut.join(', ')}.` : ''].filter(text => text !== '');
  const location = headerValue(record.responseHeaders, 'location') ?? '';
  const encoded = record.wireBytes !== null && record.bodyBytes !== null ? record.bodyBytes - record.wireBytes : null;
  return {
    startedDateTime: new Date(record.startedAt).toISOString(),
    time: Object.values(counted).reduce((sum, ms) => sum + Math.max(0, ms), 0),
    request: {
      method: record.method,
      url,
      httpVersion: versionOf(record.httpVersion),
      cookies: [],
      headers: request.headers,
      queryString: queryOf(url),
      headersSize: notKnown,
      bodySize: 0,
    },
    response: {
      status: record.status ?? 0,
      statusText: record.statusText,
      httpVersion: versionOf(record.httpVersion),
      cookies: [],
      headers: response.headers,
      content: {
        size: record.bodyBytes ?? 0,
        ...(encoded !== null && encoded > 0 ? { compression: encoded } : {}),
        mimeType: record.contentType ?? '',
      },
      redirectURL: record.status !== null && record.status >= 300 && record.status < 400 ? withoutUserinfo(location) : '',
      headersSize: notKnown,
      bodySize: record.wireBytes ?? notKnown,
    },
    cache: {},
    timings,
    ...(record.remoteAddress ? { serverIPAddress: record.remoteAddress } : {}),
    ...(comments.length > 0 ? { comment: comments.join(' ') } : {}),
    _purpose: record.purpose,
  };
}

/** What stands before the entries. Custom fields begin with an underscore, as the specification asks. */
export const harHead = (version: string, comment: string): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Crawlscope', version })},"comment":${JSON.stringify(comment)},"entries":[`;
export const harTail = '\n]}}\n';
