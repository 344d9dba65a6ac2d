// What Chromium did while the window was measured: its own trace, and where the time of its threads went.
import { readFileSync } from 'node:fs';

const categories = [
  'toplevel',
  'blink',
  'cc',
  'viz',
  'v8',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'loading',
  '__metadata',
];

/** Trace categories that show where frames begin and the work of the main thread for them, at little cost. */
export const frameCategories = ['toplevel', 'cc', '__metadata'];

/** Records while `work` runs and writes the trace to `path`. */
export async function traced(app, path, work, included = categories) {
  await app.evaluate(({ contentTracing }, all) => contentTracing.startRecording({ included_categories: all }), included);
  try {
    return await work();
  } finally {
    await app.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path);
  }
}

/**
 * Processor time of the window's main thread for each frame, in milliseconds, sorted: all tasks since the previous frame. The time of
 * other programs does not count.
 */
export function mainTimesOf(path) {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8'));
  const main = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const events = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && main.has(`${pid}/${tid}`));
  events.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const times = [];
  let end = 0;
  let spent = 0;
  let isFrame = false;
  for (const { ts, dur, tdur = 0, name } of events) {
    if (/BeginMainFrame/.test(name)) isFrame = true;
    if (ts < end) continue;
    if (isFrame) {
      times.push(spent);
      spent = 0;
      isFrame = /BeginMainFrame/.test(name);
    }
    spent += tdur / 1_000;
    end = ts + dur;
  }
  return times.sort((a, b) => a - b);
}

/** Threads by busy time, each with the events that took most time, without their callees. Milliseconds. */
export function summaryOf(path, mostThreads = 6, mostEvents = 14) {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8'));
  const names = new Map();
  const threads = new Map();
  for (const event of traceEvents) {
    const key = `${event.pid}/${event.tid}`;
    if (event.ph === 'M' && event.name === 'thread_name') names.set(key, event.args.name);
    if (event.ph === 'M' && event.name === 'process_name') names.set(event.pid, event.args.name);
    if (event.ph !== 'X' || !(event.dur > 0)) continue;
    if (!threads.has(key)) threads.set(key, []);
    threads.get(key).push(event);
  }
  const found = [...threads].map(([key, events]) => {
    const self = new Map();
    const add = (name, ms, calls) => {
      const old = self.get(name) ?? { ms: 0, calls: 0 };
      self.set(name, { ms: old.ms + ms, calls: old.calls + calls });
    };
    events.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    const open = [];
    let busy = 0;
    for (const event of events) {
      while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
      const ms = (event.tdur ?? event.dur) / 1_000;
      const parent = open.at(-1);
      if (parent) add(parent.name, -ms, 0);
      else busy += ms;
      add(event.name, ms, 1);
      open.push(event);
    }
    const most = [...self].sort((a, b) => b[1].ms - a[1].ms).slice(0, mostEvents);
    return { thread: `${names.get(Number(key.split('/')[0])) ?? key} ${names.get(key) ?? ''}`, busy, most };
  });
  found.sort((a, b) => b.busy - a.busy);
  return found
    .slice(0, mostThreads)
    .map(
      ({ thread, busy, most }) =>
        `  ${thread}: busy ${Math.round(busy)} ms\n${most
          .map(([name, { ms, calls }]) => `    ${Math.round(ms)} ms ${name} (${calls})`)
          .join('\n')}`,
    )
    .join('\n');
}
