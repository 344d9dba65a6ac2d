// The floor: undici's lowest interface, bodies read and dropped. node bare-undici.mjs ORIGIN PAGES CONNECTIONS
import { Pool } from 'undici';
import { pathOf } from './site.mjs';

const [origin, count, connections] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(connections), pipelining: 1 });
let next = 0;
let bytes = 0;
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (next < Number(count)) {
      const path = pathOf(next++);
      await new Promise((resolve, reject) =>
        pool.dispatch(
          { path, method: 'GET' },
          {
            onRequestStart: () => undefined,
            onResponseStart: () => undefined,
            onResponseData: (_controller, chunk) => {
              bytes += chunk.length;
            },
            onResponseEnd: resolve,
            onResponseError: (_controller, error) => reject(error),
          },
        ),
      );
    }
  }),
);
await pool.destroy();
process.stdout.write(JSON.stringify({ pages: Number(count), bytes }));
