import type { Headers } from '#shared/model/fetch.ts';
import type { DossierAttempt } from './dossier-facts.ts';
import { type Content, code, el, foreign, type Markup } from './markup.ts';
import { timeText } from './page.ts';
import { bytes, ms, soft, table } from './parts.ts';

/** Attempts shown in full. If there are more, only the last ones are. */
const mostDetailed = 10;

const outcomeOf = ({ outcome, status, statusText, cause }: DossierAttempt): string =>
  outcome === 'response' ? `${status} ${statusText ?? ''}`.trim() : outcome === null ? 'in flight' : (cause ?? outcome);

/** All attempts on one line each, oldest first. */
export const attemptTable = (attempts: readonly DossierAttempt[]): Markup | null =>
  table(
    [
      { title: 'No.', as: 'end' },
      { title: 'Request sent', as: 'fit' },
      { title: 'First byte', as: 'end' },
      { title: 'Response ended', as: 'fit' },
      { title: 'Took', as: 'end' },
      { title: 'Outcome' },
      { title: 'Received', as: 'end' },
    ],
    attempts.map(each => [
      each.attempt,
      timeText(each.startedAt),
      each.firstByteMs === null ? '' : ms(each.firstByteMs),
      each.endedAt === null ? '' : timeText(each.endedAt),
      each.totalMs === null ? '' : ms(each.totalMs),
      [foreign(outcomeOf(each)), each.detail !== null && each.detail !== '' && [': ', foreign(each.detail)]],
      each.wireBytes === null ? '' : bytes(each.wireBytes),
    ]),
  );

/** Headers of the attempts, in the order they were sent and received. */
export function attemptDetails(attempts: readonly DossierAttempt[]): Content {
  const shown = attempts.slice(-mostDetailed);
  return [
    attempts.length > shown.length && soft(`The last ${shown.length} of ${attempts.length} attempts.`),
    shown.map(each => [
      el('h3', {}, `Attempt ${each.attempt}: `, code(each.target)),
      each.remoteAddress !== null &&
        soft(
          'Answered by ',
          foreign(each.remoteAddress),
          each.bodyEnd === null || each.bodyEnd === 'complete' ? '' : `; the body is ${each.bodyEnd}`,
        ),
      headers('Request', each.requestHeaders),
      headers('Response', each.responseHeaders),
    ]),
  ];
}

const headers = (title: string, all: Headers): Markup | null =>
  table(
    [{ title: 'No.', as: 'end' }, { title }, { title: 'Value' }],
    all.map(([name, value], at) => [at + 1, code(name), code(value)]),
  );
