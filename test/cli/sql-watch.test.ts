import { describe, expect, it } from 'vitest';
import { runSqlWatched } from '#cli/sql-watch.ts';

describe('sql runs in a process of its own', () => {
  it('which is ended when it runs too long, with exit code 3', () => {
    // Simulates a statement that never returns its first row.
    expect(
      runSqlWatched(['sql', 'x', 'y', '--timeout', '0.2'], new URL('../fixtures/never-ends.cjs', import.meta.url).pathname),
    ).toBe(3);
  });
  it('whose own exit code is passed on', () => {
    expect(runSqlWatched(['sql'], new URL('../fixtures/exits-two.cjs', import.meta.url).pathname)).toBe(2);
  });
  it('and no other command does', () => {
    expect(runSqlWatched(['urls'], 'none')).toBeNull();
  });
});
