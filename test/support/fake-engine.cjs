// A fake out/engine/engine.cjs for tests of the shell: same protocol, no crawling. Names in url.explain that start
// with `test:` are commands to it.
const { existsSync, writeFileSync } = require('node:fs');

const port = process.parentPort;
const send = message => (port ? port.postMessage(message) : process.send(message));
let file = null;
const log = [];
let held = [];
const filled = [];

const expected = (code, message) => Object.assign(new Error(message), { code, isExpected: true });
const create = path => {
  if (existsSync(path)) throw expected('refused', 'The file exists.');
  writeFileSync(path, 'not a real crawl');
  file = path;
};

const directions = {
  'test:exit': () => process.exit(7),
  'test:self': () => ({
    env: { ...process.env },
    execArgv: process.execArgv,
    cwd: process.cwd(),
    pid: process.pid,
    kind: port ? 'utility' : 'node',
    file,
    log,
  }),
  'test:bug': () => {
    throw new Error('SELECT secret FROM /home/user/private');
  },
  'test:fill': () => void filled.push(Buffer.alloc(400 * 1024 * 1024, 1)),
  'test:hold': id => held.push(id),
  'test:release': () => {
    for (const id of held) send({ kind: 'result', id, value: 'held answer' });
    held = [];
  },
  'test:malformed': () => {
    for (let n = 0; n < 3; n += 1) send({ kind: 'nonsense' });
  },
};

const handlers = {
  'session.create': ({ path }) => create(path),
  'session.demo': ({ path }) => create(path),
  'session.open': ({ path }) => {
    if (!existsSync(path)) throw expected('not_found', 'There is no such file.');
    file = path;
  },
  'session.missingCredentials': () => [],
  'session.giveSecrets': () => undefined,
  'session.resumeAfterCrash': () => undefined,
  'engine.heartbeat': () => undefined,
  'session.close': () => {
    file = null;
    if (process.env.CRAWLSCOPE_TEST_CLOSED) writeFileSync(process.env.CRAWLSCOPE_TEST_CLOSED, 'closed');
  },
  'session.saveAs': ({ path }) => create(path),
  'session.check': ({ settings }) => (settings.seeds[0] === '' ? { seeds: 'Enter a URL.' } : {}),
  'status.get': () => null,
  'lookup.interpret': ({ text }) => ({ kind: 'filter', filter: text, description: `filter ${text}` }),
  'url.explain': ({ url }, id) => {
    const direction = directions[url];
    if (!direction) throw expected('not_found', 'Not in this crawl.');
    return direction(id);
  },
};

function receive(message) {
  const { id, name, input } = message;
  log.push(name);
  try {
    const handler = handlers[name];
    if (!handler) throw expected('bad_request', `no ${name}`);
    const value = handler(input, id);
    if (input.url !== 'test:hold') send({ kind: 'result', id, value });
  } catch (error) {
    const wire = error.isExpected
      ? { code: error.code, message: error.message }
      : { code: 'internal', message: 'Something went wrong inside Crawlscope; the log has the details.' };
    if (!error.isExpected) console.error(error.stack);
    send({ kind: 'error', id, error: wire });
  }
}

if (port) port.on('message', ({ data }) => receive(data));
else {
  process.on('message', receive);
  process.on('disconnect', () => process.exit(0));
}
console.log('fake engine started');
send({ kind: 'hello', protocol: Number(process.env.CRAWLSCOPE_ENGINE_PROTOCOL) });
