import { basename } from 'node:path';
import type { Steps } from '#core/steps.ts';
import type {
  ComparedEvidence,
  ComparedFile,
  ComparedPair,
  ComparedUrl,
  ComparisonSoFar,
  ComparisonView,
  CrawlComparison,
} from '#shared/model/comparison.ts';
import type { ComparisonMapping } from '#shared/model/comparison-details.ts';
import type { TrendFiles } from '#shared/model/crawl-trend.ts';
import type { PageDiff } from '#shared/model/page-diff.ts';
import { type MappingCounts, type MappingRule, noMapping, type UrlMapping } from '#shared/model/url-mapping.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { openDatabase, storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { crawlTable, noCrawlIn } from '#storage/tables/crawls.ts';
import { isAlive } from '../session/owner.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { ChangedUrls } from './changed-urls.ts';
import { type CrawlSide, compareCrawls, type MapUrl, sideOf } from './compare-crawls.ts';
import { ComparedDetails } from './compared-details.ts';
import { type ComparedToWrite, comparisonFile, comparisonRows, type SavedComparison, writeInSteps } from './comparison-file.ts';
import { readMappingFile, writeMappingFile } from './mapping-file.ts';
import { openOther, refusal } from './other-crawl.ts';
import { evidenceOf } from './pair-evidence.ts';
import { Partners } from './partners.ts';
import { mapperOf } from './two-files.ts';

/** Calls to the reader thread that only the engine may make, because they name files. */
export interface FileCalls {
  readonly 'file.compare': (wanted: { readonly path: string }) => void;
  readonly 'file.saveComparison': (wanted: SavedComparison) => Promise<void>;
  /** Takes over the mapping of a settings file, or pairs of a CSV, and compares again. */
  readonly 'file.takeMapping': (wanted: { readonly path: string }) => ComparisonMapping;
  readonly 'file.saveMapping': (wanted: { readonly path: string }) => void;
  /** Starts the trend over these crawls and the open one. */
  readonly 'file.trend': (files: TrendFiles) => void;
}

const shownGroups = 500;

/** One of the two files, with its own connection, so that other calls do not keep its snapshot open. */
interface OpenSide {
  readonly path: string;
  readonly isOpen: boolean;
  readonly db: WriteDb;
  readonly crawl: CrawlSide;
  readonly evidence: (url: string) => ComparedEvidence | null;
}

type Pair<T> = readonly [before: T, after: T];

interface Run {
  readonly run: number;
  readonly sides: Pair<OpenSide>;
  readonly files: Pair<ComparedFile>;
  readonly takenAt: number;
  readonly isLive: boolean;
  readonly urls: ChangedUrls;
  readonly map: MapUrl | null;
  readonly partners: Partners;
  readonly details: ComparedDetails;
  comparison: CrawlComparison | null;
  /** Reads the result so far. */
  soFar: (() => ComparisonSoFar) | null;
  problem: string;
  job: Job<void>;
}

/** Compares the open crawl with another one. Keeps one comparison for paging, until the next one or `close`. */
export class ComparedCrawls {
  private readonly own: string;
  private current: Run | null = null;
  private runs = 0;
  /** Stays when another crawl is chosen. */
  private mapping: UrlMapping = noMapping;

  constructor(own: string) {
    this.own = own;
  }

  /** Starts a comparison, the older crawl first. Throws if it cannot compare the files; the previous comparison then stays. */
  open(path: string): void {
    const opened: OpenSide[] = [];
    try {
      opened.push(openSide(openOther(path, this.own), path, false));
      opened.push(openSide(openDatabase(this.own, { readOnly: true }), this.own, true));
    } catch (error) {
      for (const { db } of opened) db.close();
      throw error;
    }
    this.close();
    const [other, own] = opened as [OpenSide, OpenSide];
    this.start(fileOf(other).startedAt <= fileOf(own).startedAt ? [other, own] : [own, other]);
  }

  /** Compares the same files again, optionally in the other direction. */
  restart(isSwapped: boolean): void {
    const { sides, job, details } = this.current ?? fail('not_found', 'No comparison is open. Choose a crawl to compare first.');
    job.cancel();
    details.close();
    this.start(isSwapped ? [sides[1], sides[0]] : sides);
  }

  read(): ComparisonView | null {
    if (!this.current) return null;
    const { run, files, takenAt, isLive, problem, comparison, soFar: early, job } = this.current;
    const found = comparison && {
      ...comparison,
      groups: comparison.groups.slice(0, shownGroups),
      groupCount: comparison.groups.length,
    };
    const progress = job.progress();
    const soFar = progress.state === 'running' && progress.done > 0 ? (early?.() ?? null) : null;
    return { run, files, takenAt, isLive, problem, found, soFar, progress };
  }

  urls(wanted: { readonly run: number; readonly group: number; readonly from: number; readonly limit: number }) {
    const { run, group, from, limit } = wanted;
    const current = this.running(run);
    const pointed = new Set(current.comparison?.groups.filter(each => pointsElsewhere(each)).map(({ id }) => id));
    const rows = current.urls.page(group, from, limit).map(({ ids, ...rest }): ComparedUrl => {
      const [before, after] = current.sides;
      const url = ids[1] > 0 ? after.crawl.states.url(ids[1]) : before.crawl.states.url(ids[0]);
      const [oldTarget, newTarget] = pointed.has(group) ? [targetOf(before, ids[0]), targetOf(after, ids[1])] : ['', ''];
      return { url, ...rest, oldTarget, newTarget };
    });
    return { total: current.urls.countOf(group), rows };
  }

  pair(run: number, url: string): ComparedPair | null {
    if (!this.current) return null;
    const { sides, files } = this.running(run);
    const [before, after] = [this.earlier(url, sides), sides[1].evidence(url)];
    return { run, names: [files[0].name, files[1].name], before, after };
  }

  /** What the first crawl says of a URL as the second writes it. */
  private earlier(url: string, sides: Pair<OpenSide>): ComparedEvidence | null {
    const { map, partners } = this.current as Run;
    const id = map === null ? 0 : idIn(sides[1], url);
    return sides[0].evidence(id === 0 ? url : sides[0].crawl.states.url(partners.of(id)));
  }

  /** What is worked out when the window asks for it. */
  details(run: number): ComparedDetails {
    return this.running(run).details;
  }

  /** One page in both crawls; null where one of them does not have it, or nothing is compared. */
  page(run: number, url: string): PageDiff | null {
    if (!this.current) return null;
    const { details, sides } = this.running(run);
    const ids = { before: (text: string) => idIn(sides[0], text), after: (text: string) => idIn(sides[1], text) };
    return details.page(url, ids, id => sides[0].crawl.states.url(id));
  }

  readMapping(): ComparisonMapping {
    return { rules: this.mapping.rules, pairs: this.mapping.pairs.length };
  }

  /** Changes the mapping, and compares again. `keepPairs`: those of a file stay. Throws for rules that cannot be used. */
  setMapping(rules: readonly MappingRule[], keepPairs: boolean): void {
    this.adoptMapping({ rules, pairs: keepPairs ? this.mapping.pairs : [] });
  }

  takeMapping(path: string): ComparisonMapping {
    this.adoptMapping(readMappingFile(path, this.mapping));
    return this.readMapping();
  }

  saveMapping(path: string): void {
    writeMappingFile(path, this.mapping);
  }

  testMapping(run: number, rules: readonly MappingRule[], keepPairs: boolean): Promise<MappingCounts> {
    return this.running(run).details.test(rules, keepPairs ? this.mapping.pairs : []);
  }

  private adoptMapping(mapping: UrlMapping): void {
    mapperOf(mapping);
    this.mapping = mapping;
    if (this.current) this.restart(false);
  }

  /** Writes the result to a file, completely or not at all. */
  async save({ run, path, format }: SavedComparison): Promise<void> {
    const pieces = comparisonFile(format, this.toWrite(run));
    try {
      await runInSlices(writeInSteps(path, pieces), 1).finished;
    } catch (error) {
      if (error instanceof RpcError || !(error instanceof Error && 'code' in error)) throw error;
      fail('refused', `“${basename(path)}” could not be written (${String(error.code)}). Choose another place.`);
    }
  }

  /** The URLs of one group, or of all groups (null), as the rows of a table. */
  rows(run: number, group: number | null): { readonly total: number; readonly rows: ReturnType<typeof comparisonRows> } {
    const written = this.toWrite(run);
    const { groups, onlyBefore, onlyAfter } = written.comparison;
    const chosen = [...groups, ...onlyBefore, ...onlyAfter].filter(({ id }) => group === null || id === group);
    const total = chosen.reduce((sum, { id }) => sum + written.urls.countOf(id), 0);
    return { total, rows: comparisonRows(written, group) };
  }

  private toWrite(run: number): ComparedToWrite {
    const { comparison, urls, sides, files } = this.running(run);
    if (!comparison) return fail('refused', 'The comparison is not finished; save it when it is.');
    return {
      comparison,
      urls,
      states: [sides[0].crawl.states, sides[1].crawl.states],
      names: [files[0].name, files[1].name],
    };
  }

  cancel(): void {
    this.current?.job.cancel();
  }

  close(): void {
    if (!this.current) return;
    this.current.job.cancel();
    this.current.details.close();
    for (const { db } of this.current.sides) db.close();
    this.current = null;
  }

  private running(run: number): Run {
    const { current } = this;
    return current?.run === run ? current : fail('not_found', 'This comparison is closed. Compare again.');
  }

  private start(sides: Pair<OpenSide>): void {
    const files: Pair<ComparedFile> = [fileOf(sides[0]), fileOf(sides[1])];
    const isLive = files.some(({ isOpen, state }) => isOpen && (state === 'running' || state === 'paused'));
    const map = mapperOf(this.mapping);
    const partners = new Partners();
    const details = new ComparedDetails({
      before: sides[0],
      after: sides[1],
      mapping: this.mapping,
      map,
      urls: [files[0].urls, files[1].urls],
      partner: id => partners.of(id),
    });
    const begun = {
      run: ++this.runs,
      sides,
      files,
      takenAt: Date.now(),
      isLive,
      urls: new ChangedUrls(),
      map,
      partners,
      details,
    };
    const run: Omit<Run, 'job'> = { ...begun, comparison: null, soFar: null, problem: '' };
    const job = runInSlices(work(run), files[0].urls + files[1].urls);
    this.current = Object.assign(run, { job });
    job.finished.catch((error: unknown) => {
      if (job.progress().state !== 'failed') return;
      if (!(error instanceof RpcError)) console.error(error);
      run.problem = error instanceof RpcError ? error.message : 'A fault inside Crawlscope ended it.';
    });
  }
}

/** Reads a snapshot of both files taken at the start, even while a crawl writes. */
function* work(run: Omit<Run, 'job'>): Steps<void> {
  const [before, after] = run.sides;
  try {
    for (const { db } of run.sides) {
      if (db.inTransaction) db.exec('ROLLBACK');
      db.exec('BEGIN');
    }
    const comparing = compareCrawls(before.crawl, after.crawl, {
      keep: (group, old, now) => run.urls.add(group, old, now),
      map: run.map,
      watch: soFar => {
        run.soFar = soFar;
      },
      ...(run.map === null ? {} : { onPair: (old: number, now: number) => run.partners.set(old, now) }),
    });
    let done = 0;
    for (;;) {
      const step = comparing.next();
      if (step.done === true) {
        yield* run.urls.arrange(step.value.groupOf, done);
        run.comparison = step.value.comparison;
        return;
      }
      done = step.value;
      yield done;
    }
  } finally {
    for (const { db } of run.sides) if (db.open && db.inTransaction) db.exec('ROLLBACK');
  }
}

function openSide(db: WriteDb, path: string, isOpen: boolean): OpenSide {
  try {
    // This reads both files in order, so a small cache is enough.
    db.pragma('cache_size = -16384');
    return { path, isOpen, db, crawl: sideOf(db, path), evidence: evidenceOf(db, isOpen) };
  } catch (error) {
    db.close();
    throw refusal(storageError(error, path), basename(path));
  }
}

function fileOf({ db, path, isOpen, crawl }: OpenSide): ComparedFile {
  const row = crawlTable(db).read() ?? fail('refused', noCrawlIn(basename(path)));
  const isRunning = row.state === 'running' || row.state === 'paused';
  return {
    name: basename(path).replace(/\.crawl$/i, ''),
    isOpen,
    state: isRunning && !isAlive(row.owner, row.heartbeatAt, Date.now()) ? 'interrupted' : row.state,
    startedAt: row.startedAt ?? row.createdAt,
    endedAt: row.endedAt,
    urls: crawl.states.count(),
  };
}

const idIn = ({ crawl }: OpenSide, url: string): number => crawl.states.find([url]).get(url)?.id ?? 0;

const pointsElsewhere = ({ kind }: CrawlComparison['groups'][number]): boolean =>
  kind === 'redirect-target' || kind === 'canonical-target';

/** Where a URL of a group of targets points. A redirect's own canonical does not count. */
function targetOf({ crawl }: OpenSide, id: number): string {
  if (id === 0) return '';
  const { redirect, canonical } = crawl.states.targets(id);
  return redirect || canonical;
}
