/** Below the threads folder in a checkout. Beside the programs in a build, whose shared pieces lie one folder deeper. */
const here = import.meta.url;

/** Where a thread's program is: `source`, relative to this file, in a checkout, the program `built` in a build. */
export const threadFile = (source: string, built: string): URL =>
  here.endsWith('.ts') ? new URL(source, here) : new URL(here.includes('/chunks/') ? `../${built}` : built, here);
