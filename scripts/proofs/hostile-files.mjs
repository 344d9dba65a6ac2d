// Opens crawl files that were made to harm, and thousands of files with changed bytes, the way the command line and the window do.
//
//   node scripts/proofs/hostile-files.mjs [--mutations N] [--full N] [--seed N] [--only NAME] [--files N] [--lanes N]
//
// A file made by hand takes the full course: the first look, seven commands and the engine process of the window, each a process of its own. So do
// the first mutations (--full). The others take a shorter course: the first look, then the same commands and the engine's procedures in one
// process that reads file after file and must survive. Counted as wrong: a process that hangs or is ended by a signal, an error that is not one
// clear line, a request, and a changed or new file elsewhere. Exit 1 if anything is wrong; each line then has the command that repeats it.
// Linux, after `npm run build`. Only 127.0.0.1.
import { fork, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commands, isRaw, victimText } from './hostile/course.mjs';

const root = resolve(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');
if (Number.parseInt(process.versions.node, 10) < 24) {
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
const text = { type: 'string' };
const { values } = parseArgs({
  options: { mutations: text, full: text, seed: text, only: text, files: text, lanes: text },
});
const whole = (name, standard) => {
  const number = Number(values[name] ?? standard);
  if (Number.isInteger(number) && number >= 0) return number;
  process.stderr.write(`hostile-files: --${name} is a whole number, not ${values[name]}.\n`);
  process.exit(2);
};
const [mutations, full] = [whole('mutations', 2_000), whole('full', 20)];
const [firstSeed, mostFiles] = [whole('seed', 1), whole('files', 1_000)];
const lanes = Math.max(1, whole('lanes', availableParallelism()));

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const lane = at => join(folder, `lane ${at}`);
/** Each lane is an installation of its own. */
const envOf = place => ({ ...process.env, HOME: join(place, 'home'), CRAWLSCOPE_HOME: join(place, 'home/data') });
const { hostileFiles, makeHostile } = await import('../../test/support/hostile-files.ts');
const { writeMutated } = await import('../../test/support/mutation.ts');
// The build starts quicker.
const built = join(root, 'out/engine');
if (!existsSync(join(built, 'cli.cjs'))) {
  process.stderr.write('hostile-files: run `npm run build` first.\n');
  process.exit(2);
}
const [cli, engineEntry, looked] = ['cli.cjs', 'engine.cjs', 'first-look.cjs'].map(name => join(built, name));

let requests = 0;
const robots = 'User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n';
const server = createServer((request, response) => {
  requests += 1;
  const { url } = request;
  const html = text => {
    response.setHeader('Content-Type', 'text/html');
    response.end(text);
  };
  if (url === '/robots.txt') response.end(robots);
  else if (url === '/sitemap.xml') {
    response.setHeader('Content-Type', 'application/xml');
    response.end('<urlset><url><loc>/a</loc></url></urlset>');
  } else if (url === '/') html('<a href=/a>a</a><a href=/b>b</a><a href=/gone>g</a><a href=/private/x>p</a>');
  else if (url === '/a') html(`<title>A</title><link rel=canonical href=/b><a href=/c>c</a>${'<p>word </p>'.repeat(300)}`);
  else if (url === '/b') html('<meta name=robots content=noindex><a href=/>home</a>');
  else if (url === '/c') html('<a href=/>1</a><a href=/a>2</a><a href=/b>3</a>');
  else {
    response.statusCode = 404;
    response.end('gone');
  }
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const good = join(folder, 'good.crawl');

const run = (argv, limitMs, environment) =>
  new Promise(done => {
    const started = performance.now();
    const child = spawn(node, ['--max-old-space-size=1024', cli, ...argv], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err, isHung] = ['', '', false];
    child.stdout.on('data', chunk => (out = (out + chunk).slice(0, 100_000)));
    child.stderr.on('data', chunk => (err = (err + chunk).slice(0, 20_000)));
    const timer = setTimeout(() => {
      isHung = true;
      child.kill('SIGKILL');
    }, limitMs);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      done({ code, signal, out, err, isHung, ms: performance.now() - started });
    });
  });

// Another installation made the file.
const otherEnv = envOf(join(folder, 'other'));
const made = await run(['crawl', `http://127.0.0.1:${server.address().port}/`, '--out', good, '--delay', '0'], 60_000, otherEnv);
if (made.code !== 0) {
  process.stderr.write(`${made.err}\nhostile-files: the good file could not be made.\n`);
  process.exit(2);
}
const goodBytes = readFileSync(good);
requests = 0;

const wrong = [];
const figures = { files: 0, opens: 0, refused: 0, hangs: 0, exits: 0, raw: 0, packets: 0, elsewhere: 0, slowestMs: 0 };
const note = (kind, what, detail, again) => {
  figures[kind] += 1;
  wrong.push(`${kind}: ${what}: ${detail.slice(0, 600)}\n    ${again}`);
};
const again = name =>
  `node scripts/proofs/hostile-files.mjs ${/^mutation \d+$/.test(name) ? `--only none --mutations 1 --full 1 --seed ${name.slice(9)}` : `--mutations 0 --only ${JSON.stringify(name)}`}`;

/** All that lies around, but not the folder of the file itself and the data of the program. */
const around = place =>
  readdirSync(place)
    .filter(name => !['home', 'given'].includes(name))
    .map(name => `${name} ${statSync(join(place, name)).size} ${statSync(join(place, name)).mtimeMs}`)
    .sort()
    .join('\n');

/** Opens the file as the window does: in the engine process, after the first look. */
function openInEngine(path, env) {
  return new Promise(done => {
    const child = fork(engineEntry, [], {
      execPath: node,
      execArgv: ['--max-old-space-size=1024'],
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    let [id, ended, err] = [0, '', ''];
    const answers = [];
    child.stderr.on('data', chunk => (err = (err + chunk).slice(-3_000)));
    child.stdout.resume();
    const ask = name =>
      child.connected && child.send({ kind: 'call', id: ++id, name, input: name === 'session.open' ? { path } : {} });
    const timer = setTimeout(() => {
      ended = 'hang';
      child.kill('SIGKILL');
    }, 60_000);
    let isOver = false;
    const over = () => {
      isOver = true;
      if (child.connected) child.disconnect();
    };
    child.on('message', message => {
      if (message.kind === 'hello') ask('session.open');
      if (message.kind === 'error') answers.push(message.error);
      if (message.kind === 'topic') return;
      // Time for what an open file does by itself.
      if (message.id === 1) setTimeout(() => ask('status.get'), message.kind === 'error' ? 0 : 700);
      if (message.id === 2) ask('session.close');
      if (message.id === 3) over();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      done({ ended: ended || (isOver ? '' : `code ${code} ${signal ?? ''}`), answers, err });
    });
  });
}

/** Processor time of a process in milliseconds: a busy machine is no hang. Null where the system does not say. */
function processorMs(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return null;
  }
}
/** A file that takes longer hangs: processor time, and time of any kind for one that waits for ever. */
const [mostWorkMs, mostMs] = [10_000, 90_000];

const begun = performance.now();
/** One line of progress every ten seconds. */
let toldAt = begun;
function tell(done, all, what) {
  if (performance.now() - toldAt < 10_000 && done < all) return;
  toldAt = performance.now();
  const leftS = Math.round(((toldAt - begun) / 1_000 / Math.max(1, done)) * (all - done));
  process.stdout.write(`${done} of ${all} ${what}, ${wrong.length} wrong, about ${leftS} s left for them\n`);
}

const chosen = hostileFiles.filter(({ name }) => values.only === undefined || name === values.only).slice(0, mostFiles);
const seeds = Array.from({ length: mutations }, (_, at) => firstSeed + at);
const sampled = seeds.slice(0, full).map(seed => ({
  name: `mutation ${seed}`,
  make: path => writeMutated(path, goodBytes, seed),
}));
const toRun = [...chosen, ...sampled];

/** The full course of one file, in a lane. */
async function takeCourse(hostile, place) {
  const env = envOf(place);
  const given = join(place, 'given');
  const victim = join(place, 'victim.txt');
  const secondGood = join(place, 'second.crawl');
  const isUntouched = () => existsSync(victim) && readFileSync(victim, 'utf8') === victimText;
  let isRefused = false;
  for (const command of commands) {
    rmSync(given, { recursive: true, force: true });
    writeFileSync(victim, victimText);
    writeFileSync(secondGood, goodBytes);
    const path = makeHostile(hostile, goodBytes, given);
    const before = around(place);
    const places = { F: path, GOOD: secondGood, OUT1: join(given, 'out1.crawl'), OUT2: join(given, 'out2.crawl') };
    const words = command.map(word => places[word] ?? word);
    const ran = await run(words, 40_000, env);
    figures.opens += 1;
    figures.slowestMs = Math.max(figures.slowestMs, ran.ms);
    const what = `${hostile.name}, ${command.join(' ')}`;
    if (ran.isHung) note('hangs', what, '', again(hostile.name));
    else if (ran.signal !== null || ![0, 1, 2, 3].includes(ran.code))
      note('exits', what, `${ran.code} ${ran.signal} ${ran.err.slice(-400)}`, again(hostile.name));
    else if (isRaw(ran.err)) note('raw', what, ran.err, again(hostile.name));
    if (command[0] === 'status') isRefused = ran.code === 2;
    // Importing into the good file is what that command is for.
    const after = around(place);
    const same = lines => (command[0] === 'robots' ? lines.replace(/^second\.crawl.*$/m, '') : lines);
    if (same(after) !== same(before) || !isUntouched()) note('elsewhere', what, `${before}\n→\n${after}`, again(hostile.name));
  }
  if (isRefused) figures.refused += 1;
  rmSync(given, { recursive: true, force: true });
  writeFileSync(victim, victimText);
  const path = makeHostile(hostile, goodBytes, given);
  const look = await lookAt(path, env);
  let problem = 'ended';
  try {
    problem = JSON.parse(look).problem;
  } catch {
    // The process was ended: the window says so and does not open the file.
  }
  // The window does not open what the first look refuses.
  if (problem === '') {
    const { ended, answers, err } = await openInEngine(path, env);
    figures.opens += 1;
    if (ended === 'hang') note('hangs', `${hostile.name}, window`, err, again(hostile.name));
    else if (ended !== '') note('exits', `${hostile.name}, window`, `${ended} ${err}`, again(hostile.name));
    for (const { code, message } of answers)
      if (code === 'internal') note('raw', `${hostile.name}, window`, `${message} ${err}`, again(hostile.name));
  }
  if (!isUntouched()) note('elsewhere', `${hostile.name}, window`, 'the file of the user', again(hostile.name));
  rmSync(given, { recursive: true, force: true });
}

/** What the process of the first look prints. */
function lookAt(path, env) {
  return new Promise(done => {
    const child = spawn(node, ['--max-old-space-size=512', looked, path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', chunk => (out += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), 12_000);
    child.once('close', () => {
      clearTimeout(timer);
      done(out);
    });
  });
}

/** Gives each lane its work; they run side by side. */
const inLanes = work => Promise.all(Array.from({ length: lanes }, (_, at) => work(at, lane(at))));

await inLanes(async (_, place) => {
  mkdirSync(join(place, 'home'), { recursive: true });
  for (let hostile = toRun.shift(); hostile !== undefined; hostile = toRun.shift()) {
    await takeCourse(hostile, place);
    figures.files += 1;
    tell(figures.files, chosen.length + sampled.length, 'files');
  }
});

/** Reads mutated files in one process of a lane; starts another one behind each that hangs or ends. */
const mutated = { files: 0, refused: 0, kinds: new Map() };
async function mutate(mine, place) {
  for (let left = mine; left.length > 0; ) {
    left = await new Promise(done => {
      let [seed, workBefore, isHung, err] = [left[0], 0, false, ''];
      let heard = performance.now();
      const child = fork(
        join(root, 'scripts/proofs/hostile/review.ts'),
        [JSON.stringify({ good, folder: place, seeds: left, look: looked })],
        {
          execPath: node,
          execArgv: ['--max-old-space-size=1024', '--import', join(root, 'scripts/proofs/hostile/built-threads.mjs')],
          env: envOf(place),
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
          cwd: root,
        },
      );
      child.stderr.on('data', chunk => (err = (err + chunk).slice(-2_000)));
      const one = () => `node scripts/proofs/hostile-files.mjs --only none --mutations 1 --full 0 --seed ${seed}`;
      child.on('message', ({ seed: now, kind, refused, raw, isElsewhere, packets }) => {
        heard = performance.now();
        workBefore = processorMs(child.pid) ?? 0;
        seed = now;
        if (raw === undefined) return;
        mutated.files += 1;
        mutated.kinds.set(kind, (mutated.kinds.get(kind) ?? 0) + 1);
        if (refused) mutated.refused += 1;
        const what = `mutation ${seed}, ${kind}`;
        if (raw !== '') note('raw', what, raw, one());
        if (isElsewhere) note('elsewhere', what, 'a file beside it', one());
        if (packets > 0) note('packets', what, `${packets} sockets`, one());
        tell(mutated.files, mutations, 'mutations');
      });
      const watch = setInterval(() => {
        const work = (processorMs(child.pid) ?? Number.POSITIVE_INFINITY) - workBefore;
        if (performance.now() - heard < mostMs && (work === Number.POSITIVE_INFINITY || work < mostWorkMs)) return;
        isHung = true;
        child.kill('SIGKILL');
      }, 500);
      child.once('exit', code => {
        clearInterval(watch);
        if (isHung) note('hangs', `mutation ${seed}`, err, one());
        else if (code !== 0) note('exits', `mutation ${seed}`, `${code} ${err}`, one());
        done(code === 0 ? [] : left.slice(left.indexOf(seed) + 1));
      });
    });
  }
}
await inLanes((at, place) => {
  toldAt = begun;
  return mutate(
    seeds.filter((_, nth) => nth % lanes === at),
    place,
  );
});
server.closeAllConnections();
server.close();
rmSync(folder, { recursive: true, force: true });
if (requests > 0) note('packets', 'all files', `${requests} requests came to the server of the good file`, again('…'));

const { files, opens, refused, hangs, exits, raw, packets, elsewhere, slowestMs } = figures;
const kinds = [...mutated.kinds].map(([kind, count]) => `  ${kind.padEnd(30)}${count}\n`).join('');
process.stdout.write(`files through the full course   ${files}, opened ${opens} times; ${refused} refused with one line
mutated files                   ${mutated.files} from seed ${firstSeed}; ${mutated.refused} refused by the first look, all read all the same
${kinds}hangs                          ${hangs}
processes that ended           ${exits}
raw errors                     ${raw}
requests sent                  ${packets}
files touched elsewhere        ${elsewhere}
slowest command                ${(slowestMs / 1_000).toFixed(1)} s
`);
for (const line of wrong) process.stdout.write(`${line}\n`);
const { printFigures } = await import('./figures.mjs');
printFigures(chosen.length + mutated.files, wrong.length, { opens, refused, hangs, exits, raw, packets, elsewhere });
process.exit();
