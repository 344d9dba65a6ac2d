import { profileSet } from '#core/crawlers/profile-set.ts';
import { journalledHeaders } from '#core/requests/own-headers.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { RobotsImported } from '#shared/model/history.ts';
import { fail } from '#shared/rpc/errors.ts';
import { storageError } from '#storage/file/database.ts';
import { waitOn } from '../crawl/clock.ts';
import { robotsBodyBytes } from '../crawl/send.ts';
import { addressClocks } from '../robots/address-clocks.ts';
import { checkRobots, type RobotsChecked } from '../robots/check.ts';
import { crawledOrigins } from '../robots/crawled-origins.ts';
import { importRobots } from '../robots/import.ts';
import type { CrawlFile } from './file.ts';
import { type Network, openFetcher, sharedClocks } from './network.ts';
import type { NetworkTurn } from './network-turn.ts';
import { refuseUnusableRequests } from './usable-requests.ts';

/** Versions of robots.txt that come into the file outside a crawl. */
export interface RobotsWork {
  /** Imports past robots.txt responses: a file, a folder of dated files, another crawl file. `origin` '' where it is clear whose. */
  importRobots(source: string, origin: string): RobotsImported;
  /**
   * Requests robots.txt again: of the named origins, or of all that were ever requested. Yields each response; ends
   * early when cancelled.
   */
  checkRobots(origins: readonly string[], signal: AbortSignal): AsyncGenerator<RobotsChecked>;
}

export interface RobotsWorkParts {
  readonly file: CrawlFile;
  readonly turn: NetworkTurn;
  readonly network: Network;
}

export function robotsWork(parts: RobotsWorkParts): RobotsWork {
  const { file } = parts;
  return {
    importRobots(source, origin) {
      file.mayWrite();
      const done = importRobots(file.store, source, origin, Date.now());
      file.changed();
      return done;
    },
    checkRobots: (origins, signal) => checkAll(parts, origins, signal),
  };
}

async function* checkAll(
  { file, turn, network }: RobotsWorkParts,
  origins: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<RobotsChecked> {
  if (turn.sender === 'crawl') fail('refused', 'The crawl is running and requests robots.txt itself.');
  if (turn.sender === 'check') fail('refused', 'A check of robots.txt is under way already.');
  file.mayWrite();
  const { store } = file;
  refuseUnusableRequests(file.settings());
  const settings = withoutLogin(file.settings());
  file.refuseWaitingHosts();
  network.secrets.require(settings, file.name);
  const profile = profileSet(settings.profiles).byId(settings.profile);
  const dialect =
    (profile && dialectById(profile.dialect)) ?? fail('not_found', `There is no crawler profile “${settings.profile}”.`);
  const fetcher = openFetcher(
    { settings: withoutLogin(file.permissions.settings()), trusted: file.permissions.trustedHosts(), connectionsPerOrigin: 1 },
    network,
  );
  const shared = sharedClocks(network, why => console.error(why));
  const cancel = new AbortController();
  const ending = AbortSignal.any([signal, cancel.signal]);
  const release = turn.take('check', () => cancel.abort());
  const check = {
    store,
    settings,
    dialect,
    ownHeaders: journalledHeaders(settings),
    fetcher,
    addresses: addressClocks({ store, settings, fetcher, now: network.clock.now }),
    limits: { ...defaultFetchLimits, maxBodyBytes: robotsBodyBytes },
    signal: ending,
    claim: () => file.refuseOtherOwner(),
    now: network.clock.now,
    wait: (ms: number) => waitOn(network.clock, ms, ending),
    shared,
  };
  const done = { asked: 0, changed: 0, unreachable: 0 };
  try {
    for (const key of origins.length > 0 ? origins : crawledOrigins(store)) {
      const found = (await checkRobots(check, key)) ?? fail('not_found', `${key} is not an origin of this crawl.`);
      done.asked += 1;
      if (found.unreachable !== '') done.unreachable += 1;
      else if (found.isNew) done.changed += 1;
      file.changed();
      yield found;
    }
  } catch (error) {
    if (!ending.aborted) throw storageError(error, file.path);
  } finally {
    shared?.close();
    await fetcher.close();
    if (done.asked > 0) store.transaction(() => store.crawl.event(Date.now(), 'robots-check', checkedWords(done)));
    release();
  }
}

/** A check of robots.txt does not log in by a form, so it needs no values of one. */
const withoutLogin = (settings: CrawlSettings): CrawlSettings => ({
  ...settings,
  login: null,
  credentials: settings.credentials.filter(({ kind }) => kind !== 'login'),
});

interface Checked {
  readonly asked: number;
  readonly changed: number;
  readonly unreachable: number;
}

function checkedWords({ asked, changed, unreachable }: Checked): string {
  const hosts = asked === 1 ? '1 host' : `${asked} hosts`;
  const failed = unreachable > 0 ? `${unreachable} unreachable, ` : '';
  const versions = changed === 1 ? '1 new version' : `${changed} new versions`;
  return `${hosts} asked, ${failed}${changed === 0 ? 'nothing new' : versions}`;
}
