// The campaigns of `npm run trust`: what is tried, how often in each stage, and what must come out. docs/trust.md is written from them.

/**
 * One campaign. `least`: the count that a stage must reach; it is also what `words` requests. `minutes`: what it takes on two quiet cores.
 * A campaign with `spread` reaches its goal over many runs with different seeds.
 */
const campaign = ({ flags = [], needs = [], seeded = true, spread = false, ...rest }) => ({
  flags,
  needs,
  seeded,
  spread,
  ...rest,
});
/** `least` things in `minutes`, requested with the option `name`. */
const stage = (name, least, minutes, more = []) => ({ least, minutes, words: [`--${name}`, String(least), ...more] });

export const campaigns = [
  campaign({
    id: 'kills',
    promise: 'A crawl that is killed loses no URL, and repeats only requests that were in flight.',
    how: 'SIGKILL at random instants, resume, again; the file is checked after each kill, against the log of the server.',
    unit: 'kills',
    script: 'kills.mjs',
    needs: ['build'],
    ci: stage('kills', 150, 2),
    nightly: stage('kills', 1_000, 20),
  }),
  campaign({
    id: 'power-loss',
    promise: 'After a loss of power the file is sound, and holds every request that had left.',
    how: 'Every write and sync of a crawl is recorded; files are made that contain what was synced and any part of the rest.',
    unit: 'cut files',
    script: 'power-loss.mjs',
    needs: ['build', 'strace'],
    ci: stage('cuts', 2_000, 4, ['--pages', '300', '--resumes', '5']),
    nightly: stage('cuts', 8_000, 16, ['--pages', '300', '--resumes', '20']),
  }),
  campaign({
    id: 'torture',
    promise: 'A system call that fails is told in one line; the file stays whole, and the crawl resumes.',
    how: 'A preloaded library lets every n-th write, sync, truncation, open and read of the file fail, in six activities.',
    unit: 'failed calls',
    script: 'torture.mjs',
    needs: ['compiler'],
    seeded: false,
    ci: { least: 1_000, minutes: 4, words: ['--most', '120'] },
    nightly: { least: 1_500, minutes: 8, words: ['--most', '100000'] },
  }),
  campaign({
    id: 'migration-kills',
    promise: 'A conversion that is killed leaves the old file or the new one.',
    how: 'SIGKILL while a file of the fourth version is converted; both names are compared with the original.',
    unit: 'conversions',
    script: 'migration-kills.mjs',
    seeded: false,
    ci: stage('kills', 50, 1),
    nightly: stage('kills', 200, 3),
  }),
  campaign({
    id: 'fuzz',
    promise: 'No reader of hostile text throws, and two ways to decide agree.',
    how: 'Generated robots.txt files, headers, pages, sitemaps and addresses (docs/fuzz.md).',
    unit: 'inputs',
    script: 'fuzz.mjs',
    spread: true,
    ci: stage('inputs', 3_000_000, 3),
    nightly: stage('inputs', 20_000_000, 16),
  }),
  campaign({
    id: 'linear-time',
    promise: 'Reading takes time in proportion to the input.',
    how: 'Hostile inputs are doubled and the processor time is measured (docs/fuzz.md).',
    unit: 'shapes',
    script: 'linear-time.mjs',
    flags: ['--expose-gc', '--max-old-space-size=6000'],
    seeded: false,
    ci: { least: 5, minutes: 2, words: ['--only', 'header|sitemap'] },
    nightly: { least: 20, minutes: 12, words: ['--only', 'header|sitemap|page|own dialect'] },
  }),
  campaign({
    id: 'differential',
    promise: 'Our robots.txt engine decides as independent matchers do, or the difference is explained.',
    how: 'Generated files, names and URLs; every difference must fall into a known class (docs/differential.md).',
    unit: 'verdicts',
    script: 'differential.mjs',
    ci: { least: 5_000_000, minutes: 2, words: ['--pairs', '2500000'] },
    nightly: { least: 40_000_000, minutes: 14, words: ['--pairs', '20000000'] },
  }),
  campaign({
    id: 'longest-turn',
    promise: 'Nothing that a server sends blocks the crawl’s thread for 250 ms of processor time.',
    how: 'Crawls of sites whose responses are designed to block it.',
    unit: 'hostile crawls',
    script: 'longest-turn.mjs',
    seeded: false,
    ci: { least: 20, minutes: 3, words: [] },
    nightly: { least: 20, minutes: 3, words: [] },
  }),
  campaign({
    id: 'messages',
    promise: 'No message of the window harms the main process.',
    how: 'Generated messages to every call; the gateway must not throw, and passes only what the schema accepts.',
    unit: 'messages',
    script: 'messages.mjs',
    ci: { least: 1_000_000, minutes: 2, words: ['--messages', '10000'] },
    nightly: { least: 10_000_000, minutes: 12, words: ['--messages', '100000'] },
  }),
  campaign({
    id: 'politeness',
    promise: 'No request comes before its delay, before robots.txt, or where robots.txt forbids it, also across kills.',
    how: 'The server’s log alone is judged, by a program that shares no code with the scheduler.',
    unit: 'gaps',
    script: 'judge-politeness.mjs',
    needs: ['build'],
    ci: { least: 500, minutes: 2, words: ['--kills', '6', '--min-gaps', '500'] },
    nightly: { least: 500, minutes: 2, words: ['--kills', '12', '--min-gaps', '500'] },
  }),
];
