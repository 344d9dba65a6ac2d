import type { Reader } from '#core/replay/reader.ts';
import type { Steps } from '#core/replay/steps.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { CrawlerProfile } from '#core/robots/profiles/profile.ts';
import { profileById } from '#core/robots/profiles.ts';
import type { DisagreementGroup, Disagreements } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginTable } from '#storage/origins.ts';
import type { RobotsVersion } from '#storage/robots-versions.ts';
import { matrixRows } from '../matrix.ts';
import { accessNow } from '../robots-gate.ts';
import { DisagreementGroups, type Group } from './disagreement-groups.ts';
import { type ReadingSource, readSide } from './readings.ts';
import { type Job, runInSlices } from './slices.ts';
import type { Tables } from './tables.ts';

const keptLists = 4;
const shownGroups = 500;
const exampleUrls = 3;
/** Finding causes reads robots.txt again: no longer than this for one answer, the next one goes on. */
const explainingMs = 150;

interface OriginPart {
  readonly origin: string;
  readonly version: RobotsVersion;
  readonly readers: readonly Reader[];
  readonly found: DisagreementGroups;
  readonly ids: Map<Group, number>;
  readonly causes: Map<Group, DisagreementGroup['cause']>;
}

interface List {
  readonly id: number;
  readonly crawlers: readonly CrawlerProfile[];
  readonly parts: Map<number, OriginPart>;
  readonly byId: { readonly part: OriginPart; readonly group: Group }[];
  notAsked: number;
  job: Job<void>;
}

interface ListSource extends ReadingSource {
  readonly origins: Pick<OriginTable, 'byId'>;
  readonly tables: Tables;
}

/** Lists of URLs on which crawlers differ over the whole crawl, worked out in the background and continued as the crawl grows. */
export class DisagreementLists {
  private readonly source: ListSource;
  private readonly lists: List[] = [];
  private next = 1;

  constructor(source: ListSource) {
    this.source = source;
  }

  /** Starts a list. Refuses unknown crawlers. */
  open(ids: readonly string[]): number {
    const wanted = [...new Set([this.source.ownProfile(), ...ids])];
    const crawlers = wanted.map(id => profileById(id) ?? fail('bad_request', `There is no crawler profile “${id}”.`));
    const list: List = {
      id: this.next++,
      crawlers,
      parts: new Map(),
      byId: [],
      notAsked: 0,
      job: undefined as never,
    };
    this.start(list);
    this.lists.push(list);
    if (this.lists.length > keptLists) this.lists.shift()?.job.cancel();
    return list.id;
  }

  read(id: number): Disagreements {
    const list = this.list(id);
    if (list.job.progress().state === 'done' && this.source.tables.missing() > 0) this.start(list);
    const groups = [...list.parts.values()].flatMap(part => [...part.found.groups.values()].map(group => ({ part, group })));
    groups.sort((a, b) => b.group.rows.length - a.group.rows.length);
    const sum = (of: (part: OriginPart) => number): number => [...list.parts.values()].reduce((all, part) => all + of(part), 0);
    const until = performance.now() + explainingMs;
    return {
      list: id,
      profiles: list.crawlers.map(each => each.id),
      progress: list.job.progress(),
      judged: sum(part => part.found.judged),
      agreed: sum(part => part.found.agreed),
      notAsked: list.notAsked,
      groups: groups.slice(0, shownGroups).map(({ part, group }) => this.tell(list, part, group, until)),
      groupCount: groups.length,
    };
  }

  /** A finished list, for the command line. */
  async whole(id: number): Promise<Disagreements> {
    await this.list(id).job.finished;
    return this.read(id);
  }

  urls(id: number, group: number, from: number, limit: number): { total: number; urls: string[] } {
    const found = this.list(id).byId[group] ?? fail('not_found', 'This group is not in the list.');
    const { rows } = found.group;
    return { total: rows.length, urls: rows.slice(from, from + limit).map(row => found.part.found.table.url(row)) };
  }

  cancel(id: number): void {
    this.list(id).job.cancel();
  }

  private list(id: number): List {
    return this.lists.find(each => each.id === id) ?? fail('not_found', 'This list is no longer open; open it again.');
  }

  private start(list: List): void {
    const { tables } = this.source;
    const total = tables.size + tables.missing();
    list.job = runInSlices(this.work(list), total * 2);
  }

  private *work(list: List): Steps<void> {
    const { tables, origins } = this.source;
    yield* tables.load();
    let done = tables.size;
    list.notAsked = 0;
    for (const [originId, table] of tables.all()) {
      let part = list.parts.get(originId) ?? null;
      const current = origins.byId(originId)?.robotsId ?? null;
      if (part && part.version.id !== current) part = null;
      if (!part && current !== null) {
        part = this.partFor(list, originId, current);
        list.parts.set(originId, part);
      }
      if (!part) {
        list.notAsked += table.size;
        continue;
      }
      const adding = part.found.addRows();
      for (let step = adding.next(); step.done !== true; step = adding.next()) yield done + step.value;
      done += table.size;
      yield done;
    }
  }

  private partFor(list: List, originId: number, versionId: number): OriginPart {
    const { tables, robots } = this.source;
    const table = tables.of(originId) ?? fail('internal', 'an origin without a table');
    const version = robots.byId(versionId) ?? fail('internal', 'an origin without its version');
    const readers = list.crawlers.map(
      crawler => readSide(this.source, originId, versionId, { version: versionId, text: null, profile: crawler.id }).reader,
    );
    const found = new DisagreementGroups(table, readers);
    return { origin: table.origin, version, readers, found, ids: new Map(), causes: new Map() };
  }

  private tell(list: List, part: OriginPart, group: Group, until: number): DisagreementGroup {
    const { found, version, origin, ids, causes, readers } = part;
    const id = ids.get(group) ?? list.byId.push({ part, group }) - 1;
    ids.set(group, id);
    if (!causes.has(group) && performance.now() < until) causes.set(group, this.causeOf(list, part, group));
    const says = list.crawlers.map((crawler, index) => {
      const { allowed, line } = group.says[index] as Group['says'][number];
      return { profile: crawler.id, allowed: allowed === 2 ? null : allowed === 1, line, rule: ruleText(readers[index], line) };
    });
    const examples = group.rows.slice(0, exampleUrls).map(row => found.table.url(row));
    return { id, origin, version: version.id, urls: group.rows.length, examples, says, cause: causes.get(group) ?? null };
  }

  /** What parts the first crawler from the first that differs from it. */
  private causeOf(list: List, part: OriginPart, group: Group): DisagreementGroup['cause'] {
    const { version, found } = part;
    const bytes = version.access === 'rules' ? (this.source.robots.body(version.bodyHash) ?? new Uint8Array()) : null;
    const own = list.crawlers[0] as CrawlerProfile;
    const ownSays = group.says[0]?.allowed;
    const other = list.crawlers.find((_, index) => group.says[index]?.allowed !== ownSays) as CrawlerProfile;
    const url = found.table.url(group.rows[0] as number);
    const stored = { bytes, access: (dialect: Dialect) => accessNow(version, dialect) };
    const difference = matrixRows(stored, null, url, own, [own, other], false)[1]?.differsFrom;
    return { ...(difference ?? { knob: 'dialect', from: own.dialect, to: other.dialect }), between: [own.id, other.id] };
  }
}

function ruleText(reader: Reader | undefined, line: number): string {
  const found = reader?.file?.lines[line - 1];
  return found ? `${found.key}: ${found.value}`.trimEnd() : '';
}
