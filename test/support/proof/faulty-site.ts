import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of four hosts that has as many pages as a crawl can read before `end` is called. Some answers are slow, some break. */
export interface FaultySite {
  readonly seeds: readonly string[];
  readonly requests: () => number;
  /** URLs that a whole page linked to, and the seeds. */
  readonly linked: () => string[];
  readonly faults: () => { readonly broken: number; readonly cut: number; readonly slow: number };
  /** Pages link to nothing new from now on. */
  end(): void;
  close(): Promise<void>;
}

const hosts = 4;
/** Chains of pages at each host: a URL that is lost ends its chain. */
const chains = 8;
const usualMs = 15;
const slowMs = 500;

export async function startFaultySite(): Promise<FaultySite> {
  const linked = new Set<string>();
  const tried = new Set<string>();
  const faults = { broken: 0, cut: 0, slow: 0 };
  let requests = 0;
  let isOpen = true;

  const answersOf = (server: Server): void => {
    server.on('request', (request, response) => {
      const { port } = server.address() as AddressInfo;
      const origin = `http://127.0.0.1:${port}`;
      const path = request.url ?? '/';
      if (path === '/robots.txt') {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n');
        return;
      }
      requests += 1;
      const url = origin + path;
      const isFirst = !tried.has(url);
      tried.add(url);
      const n = path === '/' ? 0 : Number(/^\/p(\d+)$/.exec(path)?.[1] ?? -1);
      const nothing: string[] = [];
      const next =
        n < 0 || !isOpen
          ? nothing
          : n === 0
            ? Array.from({ length: chains }, (_, i) => `/p${i + 1}`)
            : [`/p${n + chains}`, ...(n % 4 === 0 ? [`/leaf${n}`] : nothing)];
      const links = [...next, `/private/${n}`].map(to => `<a href="${to}">${to}</a>`).join('\n');
      const body = `<!doctype html><title>Page ${n}</title><h1>${n}</h1>${links}<p>${`word${n} `.repeat(100)}`;
      // A body that is cut counts as read, so what it links to is unknown: no page of a chain is cut.
      if (isFirst && n % 41 === 5) {
        faults.broken += 1;
        request.socket.destroy();
      } else if (isFirst && Number(/^\/leaf(\d+)$/.exec(path)?.[1] ?? 1) % 12 === 0) {
        faults.cut += 1;
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length + 100 });
        response.write(body.slice(0, 20), () => request.socket.destroy());
      } else {
        const isSlow = n % 17 === 3;
        if (isSlow) faults.slow += 1;
        for (const to of next) linked.add(origin + to);
        setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(body), isSlow ? slowMs : usualMs);
      }
    });
  };
  const servers = await Promise.all(
    Array.from({ length: hosts }, async () => {
      const server = createServer();
      answersOf(server);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
      });
      return server;
    }),
  );
  const seeds = servers.map(server => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  for (const seed of seeds) linked.add(seed);
  return {
    seeds,
    requests: () => requests,
    linked: () => [...linked],
    faults: () => ({ ...faults }),
    end: () => {
      isOpen = false;
    },
    close: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map(server => new Promise(done => server.close(done))));
    },
  };
}
