// What /proc tells of a process, and of those of a started app. Linux.
import { readdirSync, readFileSync } from 'node:fs';

/** A file of /proc; '' when the process has ended. */
export const read = path => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
export const namesIn = path => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/** Processor time of a process so far, in clock ticks of 10 ms, and the most memory that it had, in bytes. Null when it has ended. */
export function costOf(pid) {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return fields === undefined ? null : { ticks: Number(fields[11]) + Number(fields[12]), peak: Number(peak ?? 0) * 1024 };
}

/** What a process is, by its command line. */
export function kindOf(pid) {
  const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  if (/\bstrace\b/.test(line.split(' ')[0])) return 'strace';
  if (/out\/engine\/\S+\.cjs/.test(line)) return 'engine';
  return /--type=([\w-]+)/.exec(line)?.[1] ?? (line === '' ? 'ended' : 'main');
}

/** All processes below one, itself too. */
export function treeOf(root) {
  const children = new Map();
  for (const pid of namesIn('/proc').filter(name => /^\d+$/.test(name))) {
    const parent = / \(.*\) \S (\d+)/.exec(` ${read(`/proc/${pid}/stat`)}`)?.[1];
    if (parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [];
  const add = pid => {
    found.push(pid);
    for (const child of children.get(pid) ?? []) add(child);
  };
  add(String(root));
  return found;
}

/** How long each thread of the app has waited for a processor so far, in nanoseconds, by process. */
export function waitsOf(root) {
  const waits = new Map();
  for (const pid of treeOf(root))
    waits.set(
      pid,
      new Map(
        namesIn(`/proc/${pid}/task`).map(thread => [
          thread,
          Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[1] ?? 0),
        ]),
      ),
    );
  return waits;
}

/**
 * Milliseconds that processes of these kinds waited for a processor between two looks: of each the thread that waited longest. This is what other
 * programs take from them, and what the app takes from itself by using more threads than there are processors.
 */
export function waitedMs(before, after, kinds) {
  let sum = 0;
  for (const [pid, threads] of after) {
    if (!kinds.includes(kindOf(pid))) continue;
    let longest = 0;
    for (const [thread, waited] of threads) longest = Math.max(longest, waited - (before.get(pid)?.get(thread) ?? 0));
    sum += longest;
  }
  return sum / 1e6;
}
