import { expect, test } from 'vitest';
import { answerRequests } from '#browser/page-requests.ts';
import { answerWith, pageUrl, renderRequest } from '#test/support/render-request.ts';

const url = `${pageUrl}data`;
const nothing = (): void => undefined;
const given = { url, method: 'GET', headers: {}, initialPriority: 'High' };

test.for([
  ['a worker', true],
  ['the page', false],
] as const)('an answer to %s is on its way until the browser is done with the request: %s', async ([, ofWorker]) => {
  const requests = answerRequests({
    page: renderRequest(''),
    mainFrame: 'main',
    stopwatch: { hold: () => nothing, isHeld: false, busy: nothing, extend: nothing, ms: () => 0, stop: nothing },
    answer: () => Promise.resolve(answerWith('x')),
    left: nothing,
    refuse: nothing,
    throttle: null,
  });
  requests.sent(
    { requestId: 'net', request: given, documentURL: pageUrl, type: 'Fetch', initiator: { type: 'script' } },
    ofWorker,
  );
  const fulfilled = new Promise<void>(resolve => {
    const send = (method: string): Promise<unknown> => {
      if (method === 'Fetch.fulfillRequest') resolve();
      return Promise.resolve({});
    };
    requests.paused({ requestId: 'stopped', request: given, frameId: 'main', resourceType: 'XHR', networkId: 'net' }, send);
  });
  await fulfilled;
  await new Promise(resolve => setImmediate(resolve));
  expect(requests.waiting()).toBe(ofWorker ? 1 : 0);
  requests.done('net');
  await requests.answered();
  expect(requests.list()).toMatchObject([{ url, outcome: 'answered', bytes: 1 }]);
});
