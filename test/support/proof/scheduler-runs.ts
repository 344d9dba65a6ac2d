import { type Random, randomFrom } from './random.ts';
import { type Fault, SchedulerDriver } from './scheduler-driver.ts';
import { type Ending, type ModelSettings, SchedulerModel } from './scheduler-model.ts';

/** One command of a sequence. A command that makes no sense when its turn comes is passed over, so any part of a sequence is one, too. */
export type Command =
  | { readonly do: 'wait' | 'sleep' | 'jump'; readonly ms: number }
  | { readonly do: 'answer'; readonly nth: number; readonly robots: Ending; readonly page: Ending }
  | { readonly do: 'pause' | 'resume' | 'stop' | 'start' | 'crash' }
  | { readonly do: 'settings'; readonly settings: ModelSettings }
  | { readonly do: 'take' | 'give'; readonly host: string; readonly ms: number };

export interface Sequence {
  readonly settings: ModelSettings;
  readonly commands: readonly Command[];
}

const hosts = ['h0', 'h1', 'h2', 'h3'].map(name => `http://${name}.crawl.test`);
const seeds = hosts.slice(0, 2).map(host => `${host}/p0`);

const settingsFrom = (random: Random): ModelSettings => ({
  delayMs: random.pick([0, 0, 200, 500, 3_000]),
  connections: random.pick([1, 2, 4, 8]),
  maxAttempts: random.pick([1, 2, 3]),
  maxPages: random.pick([4, 1_000, 1_000, 1_000]),
  maxDelayMs: random.pick([300_000, 300_000, 500_000]),
  robotsLifetimeMs: random.pick([3_600_000, 86_400_000]),
});

const urlFrom = (random: Random): string => `${random.pick(hosts)}${random.once(5) ? '/private/' : '/p'}${random.below(12)}`;

function pageEnding(random: Random): Ending {
  const status = random.pick([200, 200, 200, 200, 301, 404, 429, 500, 503]);
  const retryAfter = status === 429 || status === 503 ? random.pick([null, 0, 2, 40, 7_200]) : null;
  const found =
    status === 200 ? Array.from({ length: random.below(5) }, () => urlFrom(random)) : status === 301 ? [urlFrom(random)] : [];
  return { kind: 'status', status, retryAfter, found };
}

function robotsEnding(random: Random): Ending {
  const status = random.pick([200, 200, 200, 404, 503]);
  if (status === 200) return { kind: 'rules', crawlDelay: random.pick([0, 0, 0.3, 2, 10, 400]), closesPrivate: random.once(2) };
  return { kind: 'status', status, retryAfter: status === 503 ? random.pick([null, null, 5]) : null, found: [] };
}

function commandFrom(random: Random): Command {
  const kind = random.below(80);
  if (kind < 40) return { do: 'answer', nth: random.below(8), robots: robotsEnding(random), page: pageEnding(random) };
  if (kind < 56) return { do: 'wait', ms: random.pick([1, 100, 205, 505, 1_000, 3_000, 6_000, 20_000, 90_000]) };
  if (kind < 58) return { do: 'sleep', ms: random.pick([700, 5_000, 400_000, 7_200_000]) };
  if (kind < 61) return { do: 'jump', ms: random.pick(jumps) };
  if (kind < 63) return { do: 'pause' };
  if (kind < 67) return { do: 'resume' };
  if (kind === 67) return { do: 'stop' };
  if (kind === 68) return { do: 'crash' };
  if (kind < 73) return { do: 'start' };
  if (kind === 73) return { do: 'settings', settings: settingsFrom(random) };
  return { do: kind < 76 ? 'take' : 'give', host: random.pick(hosts), ms: random.pick([0, 205, 5_000]) };
}

const jumps = [-172_800_000, -4_000_000, -60_000, -1_000, 1_000, 60_000, 4_000_000, 172_800_000];

const commandsOfSequence = 240;

export function sequenceFrom(seed: number): Sequence {
  const random = randomFrom(seed);
  const settings = settingsFrom(random);
  return { settings, commands: Array.from({ length: commandsOfSequence }, () => commandFrom(random)) };
}

/** Where program and model differ: after which command, and how. */
export interface Mismatch {
  readonly after: number;
  readonly what: string;
}

export interface SequenceRun {
  readonly commands: number;
  readonly comparisons: number;
  readonly mismatch: Mismatch | null;
}

/** Runs a sequence in the program and in the model, and compares both after every command. */
class Comparison {
  readonly #driver: SchedulerDriver;
  readonly #model: SchedulerModel;
  comparisons = 0;

  constructor(driver: SchedulerDriver, settings: ModelSettings) {
    this.#driver = driver;
    this.#model = new SchedulerModel(settings);
  }

  /** True if the command made sense. Throws `Difference`. */
  async run(command: Command): Promise<boolean> {
    const driver = this.#driver;
    const model = this.#model;
    const isOn = model.run !== 'none';
    switch (command.do) {
      case 'wait':
        await this.#wait(command.ms);
        return true;
      case 'sleep':
        driver.mono += command.ms;
        driver.wall += command.ms;
        break;
      case 'jump':
        driver.wall += command.ms;
        model.jumped(command.ms);
        break;
      case 'answer': {
        const sent = driver.inFlight[command.nth % Math.max(1, driver.inFlight.length)];
        if (!sent) return false;
        const ending = sent.url.endsWith('/robots.txt') ? command.robots : command.page;
        driver.answer(sent, ending);
        model.ended(sent.url, ending, driver.times);
        break;
      }
      case 'pause':
        if (model.run !== 'running') return false;
        driver.crawl?.pause();
        model.run = 'paused';
        break;
      case 'resume':
        if (model.run !== 'paused') return false;
        driver.crawl?.resume();
        model.run = 'running';
        break;
      case 'stop':
        if (!isOn) return false;
        await this.#stop();
        break;
      case 'crash':
        if (!isOn) return false;
        driver.die();
        model.gone();
        break;
      case 'start':
        if (isOn) return false;
        this.#start();
        break;
      case 'settings':
        if (isOn) await this.#stop();
        driver.change(command.settings);
        model.settings = command.settings;
        this.#start();
        break;
      case 'take': {
        const host = model.host(command.host);
        if (!isOn || host.inFlight > 0 || host.heldByOther) return false;
        driver.othersTake(command.host);
        host.heldByOther = true;
        break;
      }
      case 'give': {
        const host = model.host(command.host);
        if (!isOn || !host.heldByOther) return false;
        host.heldByOther = false;
        host.otherUntil = driver.mono + command.ms;
        driver.othersGive(command.host, command.ms);
        break;
      }
    }
    await this.#compare();
    return true;
  }

  #start(): void {
    this.#driver.start();
    this.#model.start(this.#driver.times, seeds);
  }

  async #stop(): Promise<void> {
    const driver = this.#driver;
    const under = driver.inFlight.map(({ url }) => url);
    driver.crawl?.stop();
    for (const url of under) this.#model.ended(url, { kind: 'cut-off' }, driver.times);
    await driver.settle();
    if (driver.ended !== 'stopped') throw new Error(`the stopped crawl is ${driver.ended}`);
    this.#model.gone();
  }

  /** Time passes, and the crawl takes its turns when it wants them. */
  async #wait(ms: number): Promise<void> {
    const driver = this.#driver;
    for (const end = driver.mono + ms; ; ) {
      const next = Math.min(end, Math.max(driver.mono, driver.nextTurn));
      driver.wall += next - driver.mono;
      driver.mono = next;
      await this.#compare();
      if (next === end) return;
    }
  }

  async #compare(): Promise<void> {
    const driver = this.#driver;
    const model = this.#model;
    this.comparisons += 1;
    await driver.settle();
    if (driver.failure !== null) throw driver.failure;
    for (const url of driver.started.splice(0)) {
      const refusal = model.refusal(url, driver.times);
      if (refusal !== '') throw new Error(`${url} was requested: ${refusal}`);
      model.sent(url);
    }
    this.#compareFile();
    if (driver.ended !== null && model.run !== 'none') this.#compareEnd(driver.ended);
    if (model.run === 'none') return;
    if (model.run === 'running' && model.isOver() === 'yes') throw new Error('nothing is left, and the crawl goes on');
    const must = model.nextMust(driver.times);
    if (must.at <= driver.mono)
      throw new Error(`${must.origin} must get a request at ${must.at}, and got none at ${driver.mono}`);
    if (Math.ceil(must.at) < driver.nextTurn && must.at < Number.POSITIVE_INFINITY && driver.nextTurn > driver.mono + 1)
      throw new Error(`${must.origin} must get a request at ${must.at}, and the next turn is at ${driver.nextTurn}`);
  }

  #compareEnd(ended: string): void {
    const model = this.#model;
    if (model.isOver() === 'no') throw new Error(`the crawl ended as ${ended}, and ${model.count('waiting')} pages wait`);
    const state = model.endState();
    if (state !== 'either' && state !== ended) throw new Error(`the crawl ended as ${ended}, not as ${state}`);
    model.gone();
  }

  /** Every page once, in the state of the model, and with one current decision. */
  #compareFile(): void {
    const model = this.#model;
    const rows = this.#driver.urls();
    if (rows.length !== model.pages.size) throw new Error(`${rows.length} pages in the file, ${model.pages.size} in the model`);
    const words = { waiting: 'queued', sent: 'leased', done: 'done', rejected: 'disregarded' };
    for (const { url, state, attempts } of rows) {
      const page = model.pages.get(url);
      if (!page) throw new Error(`${url} is in the file only`);
      if (state === 'disregarded' && page.state === 'waiting') {
        const wrong = model.rejected(url);
        if (wrong !== '') throw new Error(wrong);
      }
      if (words[page.state] !== state) throw new Error(`${url} is ${state} in the file, ${page.state} in the model`);
      if (page.attempts !== attempts)
        throw new Error(`${url} has ${attempts} attempts in the file, ${page.attempts} in the model`);
    }
    const undecided = this.#driver.undecided();
    if (undecided.length > 0) throw new Error(`${undecided.join(', ')}: not one current decision with the reason of the page`);
  }
}

/** Runs one sequence in a folder that the caller removes. */
export async function runSequence({ settings, commands }: Sequence, folder: string, fault: Fault = {}): Promise<SequenceRun> {
  const driver = new SchedulerDriver(folder, settings, seeds, fault);
  const comparison = new Comparison(driver, settings);
  let mismatch: Mismatch | null = null;
  let done = 0;
  try {
    await driver.during(async () => {
      for (const [index, command] of [{ do: 'start' } as const, ...commands].entries()) {
        try {
          if (await comparison.run(command)) done += 1;
        } catch (error) {
          mismatch = { after: index, what: error instanceof Error ? error.message : String(error) };
          return;
        }
      }
    });
  } finally {
    driver.close();
  }
  return { commands: done, comparisons: comparison.comparisons, mismatch };
}

/** The same mismatch, or another, from as few commands as can be found by leaving some out. */
export async function shrunk(sequence: Sequence, folder: string, fault: Fault = {}): Promise<Sequence> {
  let { commands } = sequence;
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < commands.length; ) {
      const fewer = [...commands.slice(0, from), ...commands.slice(from + size)];
      const { mismatch } = await runSequence({ ...sequence, commands: fewer }, folder, fault);
      if (mismatch === null) from += size;
      else commands = fewer.slice(0, Math.max(mismatch.after, 0));
    }
  }
  return { ...sequence, commands };
}
