// Part of the packaging test: the installed command line renders a page as an ordinary user, in Chromium's sandbox.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { node24 } from '../run/bootstrap.mjs';

/** Ends what hangs. On a busy machine a crawl with a browser takes minutes. */
export const mostMs = 300_000;
const page =
  '<!doctype html><title>One</title><script>fetch("/text").then(r => r.text()).then(text => { document.body.innerHTML = text; })</script>';

/** The processes of a user that render pages for the app: whether their system calls are filtered, and they have users of their own. */
function rendererProcesses(uid, program) {
  const found = [];
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      // Chromium writes the words of a renderer process as one text.
      const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      if (!words.startsWith(`${program} `) || !words.includes(' --type=renderer ') || !status.includes(`Uid:\t${uid}\t`))
        continue;
      const isFiltered = /^Seccomp:\t2$/m.test(status);
      found.push({ isFiltered, isApart: readlinkSync(`/proc/${pid}/ns/user`) !== readlinkSync('/proc/self/ns/user') });
    } catch (error) {
      // A process that has ended.
      if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error;
    }
  }
  return found;
}

/** A site whose page asks for a text while it is rendered. `asked` is called before the text is sent. */
async function startSite(asked) {
  const site = createServer((request, response) => {
    if (request.url === '/text') asked();
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, {
      'Content-Type': request.url === '/' ? 'text/html' : 'text/plain',
    });
    response.end(request.url === '/' ? page : '<a href="/two">two</a>');
  });
  await new Promise(done => site.listen(0, '127.0.0.1', done));
  return site;
}

/**
 * Crawls a page as the user `nobody` with `command`, and throws what is wrong: it must be rendered, by processes of `program`, in a sandbox.
 */
export async function renderAsUser(command, program) {
  const [uid, gid] = ['-u', '-g'].map(flag => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  // The folder of this run is closed to other users.
  const home = mkdtempSync('/var/tmp/crawlscope-user-');
  let processes = [];
  const site = await startSite(() => {
    processes = rendererProcesses(uid, program);
  });
  try {
    chownSync(home, uid, gid);
    const node = join(home, 'node');
    copyFileSync(node24(), node);
    chmodSync(node, 0o755);
    const words = [
      command,
      'crawl',
      `http://127.0.0.1:${site.address().port}/`,
      '--render',
      'all',
      '--delay',
      '0',
      '--out',
      join(home, 'a.crawl'),
    ];
    const environment = [
      'PATH=/usr/bin:/bin',
      `HOME=${home}`,
      `DISPLAY=${process.env['DISPLAY'] ?? ''}`,
      `CRAWLSCOPE_ENGINE_NODE=${node}`,
    ];
    const child = spawn(
      'setpriv',
      [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'env', '-i', ...environment, ...words],
      {
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
    const code = await new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', done);
    });
    clearTimeout(timer);
    if (code !== 0 || !/links on 1/.test(said)) throw new Error(`exit ${code}: ${said.trim().split('\n').slice(-12).join('\n')}`);
    if (processes.length === 0) throw new Error('no process of the app rendered the page');
    if (processes.some(({ isFiltered, isApart }) => !isFiltered || !isApart))
      throw new Error(`a renderer process has no sandbox: ${JSON.stringify(processes)}`);
  } finally {
    site.close();
    site.closeAllConnections();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
