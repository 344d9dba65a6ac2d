// Preloaded into a process: it kills itself at the n-th passage of a named point (KILL_POINT=name:n). Without the variable it only lends the
// list of names. A point is before or after a step of the shared clocks, the journal, a transaction or the leases.
import BetterSqlite3 from 'better-sqlite3';
import { Leases } from '#engine/crawl/leases.ts';
import { SharedClocks } from '#engine/hosts/shared-clocks.ts';
import { HostClocks } from '#storage/clocks/host-clocks.ts';

/** Steps by name: the object that has the method, and the method. */
const steps = {
  'clocks.join': [HostClocks.prototype, 'join'],
  'clocks.beat': [HostClocks.prototype, 'beat'],
  'clocks.take': [HostClocks.prototype, 'take'],
  'clocks.note': [HostClocks.prototype, 'note'],
  'clocks.give': [HostClocks.prototype, 'give'],
  'clocks.leave': [HostClocks.prototype, 'leave'],
  'shared.take': [SharedClocks.prototype, 'take'],
  'shared.began': [SharedClocks.prototype, 'began'],
  'shared.ended': [SharedClocks.prototype, 'ended'],
  'leases.give-back': [Leases.prototype, 'giveBack'],
  'journal.begin': 'INSERT INTO fetch_row ',
  'journal.end': 'UPDATE fetch_row SET ended_at',
};

/** All named points. */
export const killPoints = Object.keys(steps).flatMap(name => [`before ${name}`, `after ${name}`]);

const [wanted = '', times = '1'] = (process.env['KILL_POINT'] ?? '').split(':');
if (wanted !== '') arm();

function arm() {
  if (!killPoints.includes(wanted)) throw new Error(`There is no kill point “${wanted}”.`);
  let left = Number(times);
  const pass = () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  const isBefore = wanted.startsWith('before ');
  const around = step =>
    function around(...args) {
      if (isBefore) pass();
      const result = step.apply(this, args);
      if (!isBefore) pass();
      return result;
    };
  const step = steps[wanted.slice(isBefore ? 7 : 6)];
  if (typeof step === 'string') {
    const prepare = BetterSqlite3.prototype.prepare;
    BetterSqlite3.prototype.prepare = function prepareWatched(sql, ...rest) {
      const statement = prepare.call(this, sql, ...rest);
      if (!sql.trimStart().startsWith(step)) return statement;
      for (const name of ['run', 'get', 'all']) {
        const made = statement[name].bind(statement);
        statement[name] = around((...args) => made(...args));
      }
      return statement;
    };
    return;
  }
  const [owner, method] = step;
  owner[method] = around(owner[method]);
}
