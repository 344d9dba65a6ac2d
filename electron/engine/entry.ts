import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { profileEntries, profileSet } from '#core/crawlers/profile-set.ts';
import { profileProblems } from '#core/crawlers/user-profiles.ts';
import { engineById, engineIds } from '#core/directives/engines.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { type DemoSite, startDemoSite } from '#demo/server.ts';
import { procedures } from '#shared/contract.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { type ControlCalls, controlNames } from '#shared/rpc/control.ts';
import { fail } from '#shared/rpc/errors.ts';
import { protocol } from '#shared/rpc/protocol.ts';
import { createServer } from '#shared/rpc/server.ts';
import type { FromEngine, ProcedureName, ProcedureOf, ToHost } from '#shared/rpc/types.ts';
import { appVersion } from '#shared/version.ts';
import { writeWhole } from '../export/whole-file.ts';
import { exportRules, importRules } from './rules/rule-files.ts';
import { earlierOf } from './session/again.ts';
import { defaultBrowser } from './session/browser.ts';
import { settingsForDemo } from './session/demo.ts';
import { isSameFile } from './session/same-file.ts';
import { Secrets } from './session/secrets.ts';
import { checkSettings, completeSettings, createSession, openSession, type Session } from './session/session.ts';
import { readSettingsFrom } from './session/settings-files.ts';

/**
 * The engine process: one open crawl file, and one channel to the process that started it. That is Electron's main
 * process, through a utility process port, or a Node process, through Node's own channel. The engine ends when the
 * channel closes.
 */

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}
const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;

const post = (message: FromEngine): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

const statusIntervalMs = 250;

/** Pages are rendered by the app that started the engine. */
const openBrowser = defaultBrowser(process.env);

let session: Session | null = null;
let demo: DemoSite | null = null;
let announced = 0;
let pending: NodeJS.Timeout | null = null;

/** Pushes the status at most four times a second, and always the last state. */
function announce(): void {
  if (pending) return;
  const wait = Math.max(0, announced + statusIntervalMs - Date.now());
  pending = setTimeout(() => {
    pending = null;
    announced = Date.now();
    void pushStatus();
  }, wait);
}

async function pushStatus(): Promise<void> {
  const shown = session;
  try {
    const isCounted = (await shown?.counted()) ?? false;
    if (shown === session) post({ kind: 'topic', name: 'status', payload: isCounted ? (shown?.status() ?? null) : null });
  } catch (error) {
    // For example, another program damaged the settings. The window keeps the last status; its next calls report the error.
    console.error(error);
  }
}

/**
 * With few processors, drawing the window comes before the crawl. On Linux, this sets the priority of one thread: the crawl's.
 * The first file's reader thread started earlier and keeps its priority. This thread starts later readers: they inherit its own.
 * Elsewhere, the priority applies to the whole process including the reader, so it stays unchanged.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    // Some systems do not allow this; nothing depends on it.
    console.error(error);
  }
}

/** Closes the open session, then opens the next. The demo server runs as long as its session. */
async function replace(next: (() => Session) | null, site: DemoSite | null = null, path = ''): Promise<void> {
  // If it is the same file, its last decisions must be on disk before this reads it.
  if (session && path !== '' && isSameFile(session.path, path)) await session.close();
  const opened = next?.() ?? null;
  const old = session;
  const oldSite = demo;
  session = opened;
  demo = site;
  opened?.onChange(announce);
  opened?.keepChecking();
  opened?.prepare();
  if (opened) giveWay();
  await old?.close();
  await oldSite?.close();
  announce();
}

const control: ControlCalls = {
  async 'session.create'({ path, settings, secrets: given, again }) {
    // Refused before the file exists.
    const repeated = again ? { earlier: earlierOf(session) } : {};
    const secrets = new Secrets();
    secrets.give(given);
    await replace(() => createSession(path, settings, { secrets, openBrowser, ...repeated }));
    await session?.resume();
  },
  async 'session.demo'({ path }) {
    const site = await startDemoSite();
    try {
      await replace(() => createSession(path, settingsForDemo(site.url), { demo: true, openBrowser }), site);
    } catch (error) {
      await site.close();
      throw error;
    }
    await session?.resume();
  },
  'session.open': ({ path, original = null }) => replace(() => openSession(path, { openBrowser, original }), null, path),
  'session.close': () => replace(null),
  async 'session.resumeAfterCrash'() {
    await session?.resumeAfterCrash();
  },
  'engine.heartbeat': async () => undefined,
  async 'session.giveSecrets'({ secrets }) {
    if (!session) fail('no_file', 'No crawl is open.');
    session.giveSecrets(secrets);
  },
  async 'session.missingCredentials'() {
    return session?.missingCredentials() ?? [];
  },
  async 'session.saveAs'({ path }) {
    if (!session) return fail('no_file', 'No crawl is open.');
    await session.copyTo(path);
    const { secrets } = session;
    await replace(() => openSession(path, { secrets, openBrowser }));
  },
  async 'session.report'({ path, wanted }) {
    if (!session) return fail('no_file', 'No crawl is open.');
    const text = await session.report(wanted, { at: Date.now(), version: appVersion });
    try {
      writeWhole(path, text);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      fail('refused', `“${basename(path)}” could not be written (${String(error.code)}). Choose another place.`);
    }
  },
  async 'session.siteReport'({ wish }) {
    return session ? session.siteReport(wish, { at: Date.now(), version: appVersion }) : fail('no_file', 'No crawl is open.');
  },
  async 'session.siteReportProgress'() {
    return session ? session.siteReportProgress() : { step: '', share: 0 };
  },
  async 'session.cancelSiteReport'() {
    session?.cancelSiteReport();
  },
  async 'session.readLogo'({ path }) {
    const { readLogo } = await import('./reports/site/logo.ts');
    return readLogo(path);
  },
  async 'session.importRules'({ path }) {
    return session ? importRules(session.rules, path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.exportRules'({ path }) {
    if (!session) fail('no_file', 'No crawl is open.');
    exportRules(session.rules, path);
  },
  async 'session.importRobots'({ path, origin }) {
    return session ? session.importRobots(path, origin) : fail('no_file', 'No crawl is open.');
  },
  async 'session.compare'({ path }) {
    return session ? session.compare(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.saveComparison'(wanted) {
    return session ? session.saveComparison(wanted) : fail('no_file', 'No crawl is open.');
  },
  async 'session.takeMapping'({ path }) {
    return session ? session.takeMapping(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.trend'(files) {
    return session ? session.trend(files) : fail('no_file', 'No crawl is open.');
  },
  async 'session.saveMapping'({ path }) {
    return session ? session.saveMapping(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.setBaseline'({ path }) {
    return session ? session.setBaseline(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.setLastBaseline'() {
    return session ? session.setBaseline(session.besideBaseline()) : fail('no_file', 'No crawl is open.');
  },
  async 'session.takeIgnoreRules'({ path }) {
    return session ? session.takeIgnoreRules(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.saveIgnoreRules'({ path }) {
    return session ? session.saveIgnoreRules(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.export'(wanted) {
    return session ? session.startExport(wanted) : fail('no_file', 'No crawl is open.');
  },
  async 'session.snapshot'({ path }) {
    return session ? session.startCopying(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.exportHar'(wanted) {
    return session ? session.startHar(wanted) : fail('no_file', 'No crawl is open.');
  },
  async 'session.exportGraphml'({ path }) {
    return session ? session.startGraphml(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.unpack'({ path }) {
    return session ? session.startUnpacking(path) : fail('no_file', 'No crawl is open.');
  },
  async 'session.makeSitemap'(wanted) {
    return session ? session.startSitemap(wanted) : fail('no_file', 'No crawl is open.');
  },
  async 'session.check'({ settings }) {
    return checkSettings(completeSettings({ ...defaultSettings, ...settings }));
  },
  async 'session.readSettings'({ path }) {
    return readSettingsFrom(path);
  },
  async 'profiles.describe'({ own }) {
    const dialects = dialectIds().map(id => ({ id, name: dialectById(id)?.name ?? id }));
    const engines = engineIds().map(id => ({ id, name: engineById(id).name }));
    return { profiles: profileEntries(profileSet(own)), dialects, engines };
  },
  async 'profiles.check'({ profile, others }) {
    return profileProblems(profile, others);
  },
};

const handlers = new Map<string, (input: never) => unknown>();
for (const name of controlNames) handlers.set(name, control[name] as (input: never) => unknown);
for (const name of Object.keys(procedures) as ProcedureName[]) {
  if (procedures[name].host === 'shell') continue;
  const operation = name as ProcedureOf<'engine' | 'reader'>;
  handlers.set(name, (input: never) => {
    if (session) return session.handlers[operation](input);
    return name === 'status.get' ? null : fail('no_file', 'No crawl is open.');
  });
}

const serve = createServer(handlers, post, error => console.error(error));
const receive = (message: unknown): void => void serve(message as ToHost);

async function shutDown(): Promise<void> {
  await session?.close('program-ended');
  await demo?.close();
  process.exit(0);
}

if (parentPort) parentPort.on('message', event => receive(event.data));
else if (process.send) {
  process.on('message', receive);
  process.on('disconnect', () => void shutDown());
} else {
  console.error('The engine is started by the app; use the crawlscope command on the command line.');
  process.exit(2);
}
process.on('SIGTERM', () => void shutDown());
post({ kind: 'hello', protocol });
