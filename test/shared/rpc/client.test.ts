import { describe, expect, it } from 'vitest';
import { createClient } from '#shared/rpc/client.ts';
import type { ToHost } from '#shared/rpc/types.ts';

/** A client, and what it has sent. */
const connected = () => {
  const sent: ToHost[] = [];
  return { client: createClient(message => sent.push(message)), sent };
};

describe('the client of the window', () => {
  it('gives each call its own result, as a value or as JSON', async () => {
    const { client, sent } = connected();
    const first = client.call('urls.rows', { view: 1, from: 0, limit: 1 });
    const second = client.call('urls.position', { view: 1, url: 'http://a.example/' });
    const [rows, position] = sent.map(({ id }) => id);
    client.receive({ kind: 'result', id: position ?? 0, value: 7 });
    client.receive({ kind: 'json', id: rows ?? 0, json: '[{"id":1,"url":"http://a.example/","status":null}]' });
    expect(await first).toEqual([{ id: 1, url: 'http://a.example/', status: null }]);
    expect(await second).toBe(7);
  });

  it('ends all calls where the connection ended', async () => {
    const { client } = connected();
    const call = client.call('urls.position', { view: 1, url: 'http://a.example/' });
    client.disconnect('It is gone.');
    await expect(call).rejects.toMatchObject({ code: 'unavailable', message: 'It is gone.' });
  });
});
