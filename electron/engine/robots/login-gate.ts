import { profileSet } from '#core/crawlers/profile-set.ts';
import { hostSpeedOf } from '#core/frontier/host-limits.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { obedienceFor, type SiteObedience } from '#core/robots/site-rules.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import { durationWords } from '#shared/explain/duration.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import { type RobotsReading, Slot } from '../crawl/slot.ts';
import { checkNewVersion } from './assertions.ts';
import { type RobotsCheckParts, sendPolitely } from './check.ts';
import { followRobots } from './follow.ts';
import { enforce, isUsable, readingOf, robotsStep } from './gate.ts';

type Parts = Omit<RobotsCheckParts, 'dialect'>;

/** As for a stale copy of a crawl. */
const staleLifetimeMs = 60 * 60 * 1000;

/**
 * Lets a login by a form wait for the robots.txt of its host, as pages do: requests it unless a current one is known, and puts it in force
 * with its delay. Returns a check of the URLs that the login requests. Both throw `refused`, or `unavailable` if robots.txt cannot be read.
 */
export async function gateLogin(parts: Parts, loginUrl: string): Promise<(url: string) => void> {
  const { store, settings, now } = parts;
  const named = originOf(loginUrl);
  if (!named) return fail('refused', `The login failed: ${loginUrl} is not an HTTP URL.`);
  const obedience = obedienceFor(settings, named.key);
  const record = store.origins.byKey(named.key) ?? store.transaction(() => store.origins.insert(named));
  const known = record.robotsId === null ? undefined : store.robots.byId(record.robotsId);
  const { dialect, names } = readerOf(parts);
  const isCurrent = known !== undefined && (record.robotsExpiresAt ?? 0) > now() && isUsable(known, dialect, obedience);
  const reading = isCurrent
    ? readingOf(store.robots, known, { dialect, names, obedience })
    : await request(parts, record, obedience);
  const ownMs = hostSpeedOf(settings, named).delayMs;
  const delayMs = (reading.delay?.seconds ?? 0) * 1000;
  if (delayMs > Math.max(ownMs, settings.maxDelayMs))
    fail(
      'refused',
      `The login failed: robots.txt of ${named.key} requires ${durationWords(delayMs)} between requests, which is longer than your limit (--max-delay).`,
    );
  return url => {
    if (originOf(url)?.key !== named.key || obedience.robots === 'never') return;
    const verdicts = [reading.decide(url), reading.strictly(url)];
    const no = verdicts.find(verdict => verdict && !verdict.allowed);
    if (!no) return;
    const line = no.line > 0 ? `line ${no.line} of robots.txt (${no.rule})` : 'robots.txt';
    fail(
      'refused',
      `The login failed: ${line} does not allow ${url}. If you run this site or have its owner’s consent, add a rule for it: --robots never:${named.key.replace(/^https?:\/\//, '')}`,
    );
  };
}

function readerOf({ settings }: Parts) {
  const names = profileSet(settings.profiles).byId(settings.profile);
  const dialect = names && dialectById(names.dialect);
  if (!names || !dialect) return fail('refused', `There is no crawler profile “${settings.profile}”.`);
  return { names, dialect };
}

/** Requests robots.txt, as often as a page would be, and puts it in force. */
async function request(parts: Parts, { key }: OriginRecord, obedience: SiteObedience): Promise<RobotsReading> {
  const { store, settings } = parts;
  const { names, dialect } = readerOf(parts);
  const { userAgent } = settings;
  for (let attempt = 1; ; attempt += 1) {
    const send = (url: string) => sendPolitely(parts, 'robots', { url, userAgent, accept: acceptHeaders.robots });
    const { trail, last } = await followRobots(robotsUrlOf(key), dialect.maxRedirects.value, send);
    const at = last.outcome.timings.endedAt;
    const reading = store.transaction(() => {
      const origin = store.origins.byKey(key) as OriginRecord;
      const before = store.robots.latest(origin.id)?.id;
      const answer = { origin, trail, ...last, source: 'crawl' } as const;
      const step = robotsStep(store.robots, answer, { dialect, obedience });
      if (step.kind === 'hop') throw new Error('a redirect was not followed');
      const latest = store.robots.latest(origin.id);
      if (latest && latest.id !== before)
        checkNewVersion(store, origin, latest, originOf(settings.seeds[0] ?? '')?.key ?? '', at);
      if (step.kind === 'unreachable' && obedience.robots !== 'never') return step.version;
      const isStale = step.kind === 'read' && step.stale;
      const read = readingOf(store.robots, step.version, { dialect, names, obedience, isStale });
      const slot = new Slot(origin);
      const lifetimeMs = isStale ? Math.min(settings.robotsLifetimeMs, staleLifetimeMs) : settings.robotsLifetimeMs;
      const { delayMs } = hostSpeedOf(settings, origin);
      enforce(slot, read, { at, lifetimeMs, settings: { ...settings, delayMs } });
      // The delay counts from the response, whose end is stored already.
      const nextAt = Math.max(slot.record.nextAt, at + slot.record.delayMs);
      store.origins.save({ ...slot.record, nextAt });
      return read;
    });
    if ('decide' in reading) return reading;
    if (attempt >= settings.maxAttempts)
      return fail(
        'unavailable',
        `The login failed: robots.txt of ${key} could not be read (${robotsOutcomeWords(reading)}), so nothing may be requested there. Resume to try again.`,
      );
    await parts.wait(1_000 * 4 ** Math.min(attempt - 1, 3));
  }
}
