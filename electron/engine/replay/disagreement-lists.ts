import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { type Disagreement, Disagreements as OriginDisagreements, type Party } from '#core/replay/disagreements.ts';
import type { Judge } from '#core/replay/judge.ts';
import { type SplitCause, splitCause } from '#core/replay/split-cause.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import type { Steps } from '#core/steps.ts';
import { valueWords } from '#shared/explain/matrix.ts';
import type { MatrixDifference } from '#shared/model/matrix.ts';
import type { DisagreementGroup, Disagreements } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { prepareSide, type SideSource } from './sides.ts';
import type { Tables } from './tables.ts';

const keptLists = 4;
const shownGroups = 500;
const exampleUrls = 3;
/** Finding causes parses robots.txt again: a call spends at most this long, and the next one continues. */
const explainingMs = 150;
/** The most causes to find in a group. */
const mostCauses = 6;
/** The most bytes of robots.txt read for the causes of one group. */
const explainingBytes = 2 * 1024 * 1024;

type Found = Disagreement & { readonly group: number };

/** One origin of a list. */
interface Part {
  readonly table: TargetTable;
  readonly version: RobotsVersion;
  readonly bytes: Uint8Array | null;
  readonly parties: readonly Party[];
  readonly found: OriginDisagreements;
  readonly ids: Map<number, number>;
  readonly causes: Map<number, DisagreementGroup['causes']>;
}

interface List {
  readonly id: number;
  readonly crawlers: readonly CrawlerProfile[];
  readonly oneName: boolean;
  readonly firstBlocked: boolean;
  readonly parts: Map<number, Part>;
  readonly groups: { readonly part: Part; readonly group: number }[];
  notAsked: number;
  job: Job<void>;
}

/** A URL on which crawlers differ, with what each says, in the order of the crawlers. */
export interface DisagreedUrl {
  readonly url: string;
  readonly origin: string;
  readonly says: Disagreement['says'];
}

interface ListSource extends SideSource {
  readonly origins: Pick<OriginTable, 'byId'>;
  readonly tables: Tables;
}

export interface HowCompared {
  /** All crawlers use the name of the first, so that only their interpretations differ. */
  readonly oneName?: boolean | undefined;
  /** With two crawlers: only URLs that the first may not fetch and the second may. */
  readonly firstBlocked?: boolean | undefined;
}

/** Lists of URLs on which crawlers differ over the whole crawl, worked out in the background and continued as the crawl grows. */
export class DisagreementLists {
  readonly #source: ListSource;
  readonly #lists: List[] = [];
  #next = 1;

  constructor(source: ListSource) {
    this.#source = source;
  }

  /** Starts a list; the crawl's own crawler comes first, unless `firstBlocked`. Refuses unknown crawlers. */
  open(ids: readonly string[], { oneName = false, firstBlocked = false }: HowCompared = {}): number {
    const wanted = [...new Set(firstBlocked ? ids : [this.#source.ownProfile(), ...ids])];
    if (firstBlocked && wanted.length !== 2)
      fail('bad_request', 'Name two different crawlers: the one that is blocked, and the other.');
    const known = this.#source.profiles();
    const crawlers = wanted.map(id => known.byId(id) ?? fail('bad_request', `There is no crawler profile “${id}”.`));
    const opened = { id: this.#next++, crawlers, oneName, firstBlocked, parts: new Map(), groups: [], notAsked: 0 };
    const list: List = Object.assign(opened, { job: this.#start(opened) });
    this.#lists.push(list);
    if (this.#lists.length > keptLists) this.#lists.shift()?.job.cancel();
    return list.id;
  }

  read(id: number): Disagreements {
    const list = this.#list(id);
    if (list.job.progress().state === 'done' && this.#source.tables.missing() > 0) list.job = this.#start(list);
    const parts = [...list.parts.values()];
    // In one direction there are only pairs of lines. Otherwise only the largest groups are looked at: there can be very many.
    const all = groupsOf(list, list.firstBlocked ? Number.POSITIVE_INFINITY : shownGroups);
    const differ = list.firstBlocked
      ? all.reduce((sum, { found }) => sum + found.urls, 0)
      : parts.reduce((sum, part) => sum + part.found.counts().disagreed, 0);
    const groups = all.sort((a, b) => b.found.urls - a.found.urls).slice(0, shownGroups);
    const judged = parts.reduce((sum, part) => sum + part.found.counts().total, 0);
    const until = performance.now() + explainingMs;
    return {
      list: id,
      profiles: list.crawlers.map(each => each.id),
      oneName: list.oneName,
      progress: list.job.progress(),
      firstBlocked: list.firstBlocked,
      judged,
      agreed: judged - differ,
      notAsked: list.notAsked,
      groups: groups.map(({ part, found }) => this.#tell(list, part, found, until)),
      groupCount: list.firstBlocked ? all.length : parts.reduce((sum, part) => sum + part.found.size, 0),
    };
  }

  urls(id: number, group: number, from: number, limit: number): { total: number; urls: string[] } {
    const { part, group: place } = this.#list(id).groups[group] ?? fail('not_found', 'This group is not in the list.');
    const rows = part.found.rows(place);
    return { total: rows.length, urls: [...rows.subarray(from, from + limit)].map(row => part.table.url(row)) };
  }

  /** The URLs of one group, or of all groups found so far: each with every crawler's verdict and line. */
  rows(
    id: number,
    group: number | null,
  ): { readonly crawlers: readonly string[]; readonly total: number; readonly rows: Iterable<DisagreedUrl> } {
    const list = this.#list(id);
    const chosen = group === null ? null : (list.groups[group] ?? fail('not_found', 'This group is not in the list.'));
    const groups = groupsOf(list).filter(
      ({ part, found }) => chosen === null || (chosen.part === part && chosen.group === found.group),
    );
    function* rows(): Generator<DisagreedUrl> {
      for (const { part, found } of groups)
        for (const row of part.found.rows(found.group))
          yield { url: part.table.url(row), origin: part.table.origin, says: found.says };
    }
    return {
      crawlers: list.crawlers.map(each => each.id),
      total: groups.reduce((sum, { found }) => sum + found.urls, 0),
      rows: rows(),
    };
  }

  cancel(id: number): void {
    this.#list(id).job.cancel();
  }

  #list(id: number): List {
    return this.#lists.find(each => each.id === id) ?? fail('not_found', 'This list is closed. Open it again.');
  }

  #start(list: Omit<List, 'job'>): Job<void> {
    const { tables } = this.#source;
    return runInSlices(this.#work(list), (tables.size + tables.missing()) * 2);
  }

  *#work(list: Omit<List, 'job'>): Steps<void> {
    const { tables, origins } = this.#source;
    yield* tables.load();
    let done = tables.size;
    list.notAsked = 0;
    for (const [originId, table] of tables.all()) {
      const current = origins.byId(originId)?.robotsId ?? null;
      if (current === null) {
        list.notAsked += table.size;
        continue;
      }
      let part = list.parts.get(originId);
      if (part?.version.id !== current) {
        part = this.#partFor(list, originId, table, current);
        list.parts.set(originId, part);
      }
      const judging = part.found.update();
      for (let step = judging.next(); step.done !== true; step = judging.next()) yield done + step.value;
      done += table.size;
      yield done;
    }
  }

  #partFor(list: Omit<List, 'job'>, originId: number, table: TargetTable, versionId: number): Part {
    const { robots } = this.#source;
    const version = robots.byId(versionId) ?? fail('internal', 'an origin whose version is missing');
    const bytes = version.access === 'rules' ? (robots.body(version.bodyHash) ?? new Uint8Array()) : null;
    const origin = { id: originId, robotsId: versionId };
    const side = { version: versionId, text: null };
    const parties = list.crawlers.map(crawler => {
      const names = list.oneName ? (list.crawlers[0] ?? crawler) : crawler;
      const { judge } = prepareSide(this.#source, { origin, side: { ...side, profile: crawler.id }, names });
      return { profile: crawler.id, names, judge };
    });
    const found = new OriginDisagreements(table, parties, bytes);
    return { table, version, bytes, parties, found, ids: new Map(), causes: new Map() };
  }

  #tell(list: List, part: Part, found: Found, until: number): DisagreementGroup {
    const { table, version, ids, causes, parties } = part;
    const { group, urls } = found;
    const id = ids.get(group) ?? list.groups.push({ part, group }) - 1;
    ids.set(group, id);
    if (!causes.has(group) && performance.now() < until) causes.set(group, causesOf(part, found));
    const says = found.says.map((saying, index) => ({ ...saying, rule: ruleText(parties[index]?.judge, saying.line) }));
    const examples = found.examples.slice(0, exampleUrls).map(row => table.url(row));
    return {
      id,
      origin: table.origin,
      version: this.#source.robots.numberOf(version),
      urls,
      examples,
      says,
      causes: causes.get(group) ?? null,
    };
  }
}

/** All groups found so far. A list of two crawlers in one direction has only those that block the first and not the second. */
function groupsOf(
  { parts, firstBlocked }: List,
  most = Number.POSITIVE_INFINITY,
): { readonly part: Part; readonly found: Found }[] {
  return [...parts.values()].flatMap(part =>
    part.found
      .list(most)
      .filter(({ says: [first, second] }) => !firstBlocked || (first?.allowed === false && second?.allowed === true))
      .map(found => ({ part, found })),
  );
}

/** Why the first crawler and the others differ: one cause for each verdict that is not its own, and for each setting. */
function causesOf({ table, bytes, parties }: Part, { says, examples }: Found): DisagreementGroup['causes'] {
  const own = parties[0] as Party;
  const differing = parties.filter((_, index) => says[index]?.allowed !== says[0]?.allowed);
  // Crawlers of one dialect and one name differ for the same reason.
  const kinds = new Map(differing.map(party => [`${party.judge.dialect.id} ${party.judge.speaker.agent}`, party]));
  const asked = [...kinds.values()].slice(0, mostCauses);
  const tries = Math.floor(explainingBytes / asked.length / Math.max(512, bytes?.length ?? 0));
  const evidence = { bytes, url: table.url(examples[0] as number), tries };
  const found = new Map<string, NonNullable<DisagreementGroup['causes']>[number]>();
  for (const other of asked) {
    const words = causeWords(splitCause(evidence, own.judge, other));
    const key = JSON.stringify(words);
    const same = found.get(key);
    found.set(key, { ...words, between: [own.profile, ...(same?.between.slice(1) ?? []), other.profile] });
  }
  return [...found.values()];
}

/** A cause, in the words of the crawler comparison. */
function causeWords(cause: SplitCause): MatrixDifference {
  const words = (value: unknown): string => valueWords(value);
  if (cause.kind === 'ignoresStar') return { knob: 'ignoresStar', from: words(false), to: words(true) };
  if (cause.kind === 'name') return { knob: 'name', from: cause.from, to: cause.to };
  if (cause.kind === 'dialect') return { knob: 'dialect', from: cause.from, to: cause.to };
  const change = { knob: cause.knob, from: words(cause.from), to: words(cause.to) };
  if (cause.kind === 'access' || !cause.also) return change;
  const { knob, from, to } = cause.also;
  return { ...change, also: { knob, from: words(from), to: words(to) } };
}

function ruleText(judge: Judge | undefined, line: number): string {
  const found = judge?.file?.line(line);
  return found ? `${found.key}: ${found.value}`.trimEnd() : '';
}
