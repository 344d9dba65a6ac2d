import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';

/**
 * Run as a program where /etc/resolv.conf names an address of this machine, its first argument: a name server on port 53 of it. With more arguments it
 * runs them as a command, and ends with its exit code. Without, a fetcher asks it through the resolver of the system; the program writes what came of
 * each name as a JSON object.
 */
const [address = '', ...command] = process.argv.slice(2);

const name = (text: string): Buffer =>
  Buffer.concat([...text.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);
const record = (owner: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name(owner), fixed, data]);
};
const A = 1;
const CNAME = 5;
const alias = (owner: string, target: string): Buffer => record(owner, CNAME, name(target));
const chain = (length: number, end: readonly number[]): Buffer[] => [
  ...Array.from({ length }, (_, i) => alias(i === 0 ? `chain${length}.test` : `c${i}.test`, `c${i + 1}.test`)),
  record(`c${length}.test`, A, Buffer.from(end)),
];

/** Answers by name, for questions about IPv4: a code of an error, or records. Nothing is known of IPv6. */
const answers: Readonly<Record<string, number | readonly Buffer[]>> = {
  'plain.test': [record('plain.test', A, Buffer.from([127, 0, 0, 1]))],
  'loop.test': [alias('loop.test', 'pool.test'), alias('pool.test', 'loop.test')],
  'self.test': [alias('self.test', 'self.test')],
  'chain255.test': chain(255, [127, 0, 0, 1]),
  'servfail.test': 2,
};

function answer(question: Buffer, most: number): Buffer {
  let end = 12;
  const labels: string[] = [];
  for (let size = question[end] as number; size > 0; size = question[end] as number) {
    labels.push(question.toString('latin1', end + 1, end + 1 + size));
    end += size + 1;
  }
  const type = question.readUInt16BE(end + 1);
  const found = answers[labels.join('.').toLowerCase()] ?? 3;
  const [code, records] = typeof found === 'number' ? [found, []] : [0, type === A ? found : []];
  const head = Buffer.from(question.subarray(0, end + 5));
  const bytes = Buffer.concat([head, ...records]);
  const isCut = bytes.length > most;
  // An answer of a recursive server (RFC 1035 section 4.1.1).
  head.writeUInt16BE(0x8180 | (isCut ? 0x0200 : 0) | code, 2);
  for (const [at, count] of [1, isCut ? 0 : records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
  return isCut ? head : Buffer.concat([head, ...records]);
}

const udp = createSocket('udp4');
udp.on('message', (question, from) => {
  if (!question.includes('silent')) udp.send(answer(question, 512), from.port, from.address);
});
udp.bind(53, address);
const tcp = createServer(socket => {
  socket.on('error', () => undefined);
  let asked = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    asked = Buffer.concat([asked, piece]);
    // Questions come with their sizes, often two at once.
    while (asked.length >= 2 && asked.length >= 2 + asked.readUInt16BE(0)) {
      const end = 2 + asked.readUInt16BE(0);
      const bytes = answer(asked.subarray(2, end), 65_535);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(bytes.length, 0);
      socket.write(Buffer.concat([size, bytes]));
      asked = asked.subarray(end);
    }
  });
});
tcp.listen(53, address);
await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
const [program, ...args] = command;
if (program !== undefined) {
  const [code] = (await once(spawn(program, args, { stdio: 'inherit' }), 'exit')) as [number | null];
  process.exit(code ?? 1);
}
const web = createServer(socket => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'));
});
let connections = 0;
web.on('connection', () => connections++);
web.listen(0, '127.0.0.1');
await once(web, 'listening');
const { port } = web.address() as { readonly port: number };

const outcomes: Record<string, string> = {};
/** Requests the page of a name. Its outcome is kept under `label`. */
async function request(host: string, label: string, isTrusted: boolean, connectTimeoutMs: number): Promise<void> {
  const fetcher = createHttpFetcher({});
  if (isTrusted) fetcher.trustHosts([host]);
  const before = connections;
  const outcome = await fetcher.fetch(
    { url: `http://${host}:${port}/`, userAgent: 'x', accept: '*/*' },
    { ...defaultFetchLimits, connectTimeoutMs },
    new AbortController().signal,
  );
  const said = outcome.kind === 'response' ? String(outcome.status) : outcome.cause;
  outcomes[label] = connections > before ? `${said}, connected` : said;
  await fetcher.close();
}
for (const host of [...Object.keys(answers), 'missing.test']) {
  await request(host, host, false, 30_000);
  await request(host, `${host}, trusted`, true, 30_000);
}
// Their lookups last two seconds and longer, and two run at once.
const silent = Array.from({ length: 4 }, (_, i) => request(`silent${i}.test`, `silent${i}.test`, true, 3_000));
await request('plain.test', 'plain.test behind 4 silent names', true, 3_000);
await Promise.all(silent);
process.stdout.write(JSON.stringify(outcomes));
// Lookups of silent names may go on.
process.exit();
