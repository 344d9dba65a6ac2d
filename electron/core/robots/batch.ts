import type { RobotsFile, RobotsReason, RobotsSpecial, RobotsVerdict } from '#shared/model/robots.ts';
import type { CrawlerNames } from '../crawlers/profile.ts';
import { type ProfileSet, profileSet } from '../crawlers/profile-set.ts';
import { robotsAccess } from './access.ts';
import { decodeBase64 } from './base64.ts';
import { decideAs, speakerFor } from './choose/speaker.ts';
import type { Dialect } from './dialect.ts';
import { dialectById, dialectIds } from './dialects/registry.ts';
import { parseRobots } from './parse/parse.ts';

/** The id of the request, returned unchanged; null if it had none. */
export type BatchId = string | number | null;

export type BatchReason = Exclude<RobotsReason, 'robots-txt'> | 'robots.txt' | RobotsSpecial;

export type BatchAnswer =
  | {
      readonly id: BatchId;
      /** null if the dialect lets the robot choose. */
      readonly allowed: boolean | null;
      /** The deciding line from 1, 0 for none. */
      readonly line: number;
      /** That line's key and value, '' for none. */
      readonly rule: string;
      readonly reason: BatchReason;
      /** The name by which the profile found its group: its own or a fallback. Absent if the request named the agent. */
      readonly agent?: string;
    }
  | { readonly id: BatchId; readonly error: string };

/**
 * Answers one request of `robots batch`: `{id, robots_txt | robots_base64, agent, url, dialect}`. `profile` sets agent, dialect and
 * fallback names; an agent or dialect in the request overrides the profile's. The default dialect is `crawlscope`.
 * `robots_txt: null` means that the site has no file. `status` is the HTTP status of the fetch, 200 if absent.
 * An invalid request returns an `error`. Never throws.
 */
export function decideBatchLine(request: unknown, known: ProfileSet = builtIn): BatchAnswer {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return { id: null, error: 'a request must be a JSON object' };
  const fields = request as Readonly<Record<string, unknown>>;
  const id = typeof fields['id'] === 'string' || typeof fields['id'] === 'number' ? fields['id'] : null;
  const { agent, url, profile: profileId, status = 200 } = fields;
  const profile = typeof profileId === 'string' ? known.byId(profileId) : null;
  if (profileId !== undefined && profile === null)
    return { id, error: `unknown profile ${JSON.stringify(profileId)}; see: crawlscope profiles` };
  const dialectId = fields['dialect'] ?? profile?.dialect ?? 'crawlscope';
  if (typeof agent !== 'string' && (agent !== undefined || profile === null))
    return { id, error: profile === null ? '"agent" must be a string, or "profile" name a crawler' : '"agent" must be a string' };
  if (typeof url !== 'string') return { id, error: '"url" must be a string' };
  if (typeof status !== 'number') return { id, error: '"status" must be a number' };
  const dialect = typeof dialectId === 'string' ? dialectById(dialectId) : null;
  if (dialect === null) return { id, error: `unknown dialect ${JSON.stringify(dialectId)}; known: ${dialectIds().join(', ')}` };
  const text = fields['robots_txt'];
  const base64 = fields['robots_base64'];
  const hasNoFile = text === null || (text === undefined && base64 === undefined && status !== 200);
  const access = robotsAccess({ kind: 'status', status: hasNoFile && status === 200 ? 404 : status }, dialect);
  const file = access.kind !== 'rules' || hasNoFile ? null : fileOf(text, base64, dialect);
  if (typeof file === 'string') return { id, error: file };
  const names: CrawlerNames =
    typeof agent === 'string' || profile === null ? { productToken: String(agent), userAgent: '' } : profile;
  const speaker = speakerFor(file, dialect, names);
  return answer(id, decideAs(speaker, access, file, dialect, url), names === profile ? { agent: speaker.agent } : {});
}

const builtIn = profileSet();

function answer(id: BatchId, verdict: RobotsVerdict, under: { readonly agent?: string }): BatchAnswer {
  const { allowed, line, rule, reason, special } = verdict;
  return { id, allowed, line, rule, reason: special ?? (reason === 'robots-txt' ? 'robots.txt' : reason), ...under };
}

const encoder = new TextEncoder();

/** The parsed file of a request, or what is wrong with the request. */
function fileOf(text: unknown, base64: unknown, dialect: Dialect): RobotsFile | string {
  if (typeof text === 'string') return remember(`${dialect.id} text`, text, () => parseRobots(encoder.encode(text), dialect));
  if (text !== undefined) return '"robots_txt" must be a string or null';
  if (typeof base64 !== 'string') return 'one of "robots_txt" and "robots_base64" is needed';
  return remember(`${dialect.id} base64`, base64, () => {
    const bytes = decodeBase64(base64);
    return bytes === null ? '"robots_base64" is not base64' : parseRobots(bytes, dialect);
  });
}

/** The last parsed files, newest first. Many URLs of one file then parse it once. */
const recent: { readonly kind: string; readonly text: string; readonly file: RobotsFile }[] = [];
const KEPT = 8;

function remember(kind: string, text: string, read: () => RobotsFile | string): RobotsFile | string {
  const at = recent.findIndex(each => each.kind === kind && each.text === text);
  const known = recent[at];
  if (known !== undefined) {
    if (at > 0) recent.unshift(...recent.splice(at, 1));
    return known.file;
  }
  const file = read();
  if (typeof file === 'string') return file;
  recent.unshift({ kind, text, file });
  recent.length = Math.min(recent.length, KEPT);
  return file;
}
