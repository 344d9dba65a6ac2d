import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { BrowserGone, CdpError, connectCdp, messageReader } from '#browser/cdp.ts';

function connected() {
  const input = new PassThrough();
  const output = new PassThrough();
  const sent: { readonly id: number; readonly method: string; readonly sessionId?: string }[] = [];
  const read = messageReader(
    bytes => sent.push(JSON.parse(bytes.toString('utf8'))),
    () => undefined,
  );
  input.on('data', read);
  const say = (message: object): void => void output.write(`${JSON.stringify(message)}\0`);
  return { cdp: connectCdp(input, output), output, sent, say };
}
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('answers reach their commands, refusals too, in any order', async () => {
  const { cdp, sent, say } = connected();
  const [one, two] = [cdp.send('A.one', { a: 1 }), cdp.send('B.two', {}, 'session')];
  await turn();
  expect(sent).toEqual([
    { id: 1, method: 'A.one', params: { a: 1 } },
    { id: 2, method: 'B.two', params: {}, sessionId: 'session' },
  ]);
  say({ id: 2, error: { message: 'not known' } });
  say({ id: 1, result: { b: 2 } });
  expect(await one).toEqual({ b: 2 });
  await expect(two).rejects.toThrow(new CdpError('B.two: not known'));
});

test('events go to the listener of their session only', async () => {
  const { cdp, say } = connected();
  const heard: string[] = [];
  cdp.listen('', event => heard.push(`browser ${event.method}`));
  cdp.listen('one', event => heard.push(`one ${event.method}`));
  say({ method: 'X.a', params: {} });
  say({ method: 'X.b', params: {}, sessionId: 'one' });
  say({ method: 'X.c', params: {}, sessionId: 'two' });
  await turn();
  cdp.listen('one', null);
  say({ method: 'X.d', params: {}, sessionId: 'one' });
  await turn();
  expect(heard).toEqual(['browser X.a', 'one X.b']);
});

test('a browser that ends rejects everything once, and whatever is sent later', async () => {
  const { cdp, output } = connected();
  const waiting = [cdp.send('A.a'), cdp.send('A.b')];
  output.end();
  for (const one of waiting) await expect(one).rejects.toThrow(BrowserGone);
  await cdp.ended;
  await expect(cdp.send('A.c')).rejects.toThrow(BrowserGone);
});

test('a broken message ends the connection', async () => {
  const { cdp, output } = connected();
  const waiting = cdp.send('A.a');
  output.write('{"id":1,\0');
  await expect(waiting).rejects.toThrow(BrowserGone);
});

test('messages are cut at NUL bytes, wherever the chunks end; one past the limit is dropped and named', () => {
  const messages: string[] = [];
  const dropped: string[] = [];
  const read = messageReader(
    bytes => messages.push(bytes.toString('utf8')),
    head => dropped.push(head),
    () => 70,
  );
  const all = Buffer.from(`{"é":1}\0${'{"id":7,"result":'.padEnd(90, 'x')}\0{"b":2}\0`);
  for (const size of [1, 3, 1_000]) {
    messages.length = 0;
    dropped.length = 0;
    for (let at = 0; at < all.length; at += size) read(all.subarray(at, at + size));
    expect(messages).toEqual(['{"é":1}', '{"b":2}']);
    expect(dropped).toHaveLength(1);
    if (size > 1) expect(dropped[0]).toMatch(/^\{"id/);
  }
});

test('a long line of the console is dropped, a long answer is not', async () => {
  const { cdp, sent, say } = connected();
  const heard: string[] = [];
  cdp.listen('s', ({ method }) => heard.push(method));
  const answer = cdp.send<{ data: string }>('Page.captureScreenshot', {}, 's');
  await turn();
  const long = 'x'.repeat(2 * 1024 * 1024);
  say({ method: 'Runtime.consoleAPICalled', params: { long }, sessionId: 's' });
  say({ method: 'Fetch.requestPaused', params: { long }, sessionId: 's' });
  say({ method: 'Fetch.requestPaused', params: { long: long.repeat(9) }, sessionId: 's' });
  say({ id: sent[0]?.id, result: { data: long.repeat(9) } });
  expect((await answer).data).toHaveLength(long.length * 9);
  expect(heard).toEqual(['Fetch.requestPaused']);
});
