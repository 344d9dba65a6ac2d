import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { type SqlCell, type SqlOutcome, type SqlPlace, type SqlResult, sqlLimits } from '#shared/model/sql-console.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { durationText } from '../../ui/text/format.ts';
import type { RunLimits } from './kept-queries.ts';

export interface StatementState {
  readonly isRunning: boolean;
  /** When it began, on the clock of the page. */
  readonly since: number;
  readonly result: SqlResult | null;
  /** Why there is no result, with its place in words; '' otherwise. */
  readonly problem: string;
  /** Where in the editor's text. */
  readonly at: SqlPlace | null;
  readonly isStopped: boolean;
}

/** A statement, and where it begins in the editor's text. */
export interface ToRun {
  readonly text: string;
  readonly statement: string;
  readonly from: number;
}

const idle: StatementState = { isRunning: false, since: 0, result: null, problem: '', at: null, isStopped: false };

/** Line and column of a place. */
function placeWords(text: string, from: number): string {
  const before = text.slice(0, from).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

function ended(outcome: SqlOutcome, { text, from }: ToRun): StatementState {
  switch (outcome.kind) {
    case 'done':
      return { ...idle, result: outcome.result };
    case 'stopped':
      return { ...idle, isStopped: true };
    case 'too-slow':
      return {
        ...idle,
        problem: `The statement ran longer than ${outcome.seconds} s and was ended. Narrow it, or raise the limit.`,
      };
    case 'lost':
      return {
        ...idle,
        problem: `The statement was ended: it used more than ${sqlLimits.memoryBytes / 1024 ** 2} MiB of memory, or its process failed. Narrow it.`,
      };
    case 'problem': {
      const at = outcome.at && { from: outcome.at.from + from, to: outcome.at.to + from };
      return { ...idle, problem: `${outcome.problem}${at ? placeWords(text, at.from) : ''}`, at };
    }
  }
}

/** Runs statements, one at a time. */
export function useStatement() {
  const [state, setState] = useState(idle);
  const turn = useRef(0);
  // Another file, or no view: nobody waits for it.
  useEffect(() => () => void client.call('sql.stop', {}).catch(() => undefined), []);
  const run = useCallback((what: ToRun, { seconds, rows }: RunLimits): void => {
    const mine = ++turn.current;
    const settle = (next: StatementState): void => {
      if (turn.current === mine) setState(next);
    };
    setState({ ...idle, isRunning: true, since: performance.now() });
    client.call('sql.run', { statement: what.statement, seconds, rows }).then(
      outcome => settle(ended(outcome, what)),
      (error: unknown) => settle({ ...idle, problem: messageOf(error) }),
    );
  }, []);
  const stop = useCallback(() => {
    client.call('sql.stop', {}).catch((error: unknown) => setState({ ...idle, problem: messageOf(error) }));
  }, []);
  return { state, run, stop };
}

/** How long the statement has been running, in words, twice a second. */
export function useElapsed({ isRunning, since }: StatementState): string {
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(again, 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? durationText(performance.now() - since) : '';
}

export type SqlRow = readonly SqlCell[];
const rowsOfBlock = 200;

/** The rows of a result, in blocks as they come into view. */
export function useRows(result: SqlResult | null) {
  const [problem, setProblem] = useState('');
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const id = result?.id ?? 0;
  const kept = useRef({ id: 0, blocks: new Map<number, readonly SqlRow[] | null>() });
  if (kept.current.id !== id) kept.current = { id, blocks: new Map() };
  const count = result?.rows ?? 0;
  const want = useCallback(
    (first: number, last: number) => {
      const { blocks } = kept.current;
      for (let block = Math.floor(first / rowsOfBlock); block * rowsOfBlock <= Math.min(last, count - 1); block++) {
        if (blocks.has(block)) continue;
        blocks.set(block, null);
        client.call('sql.rows', { id, from: block * rowsOfBlock, limit: rowsOfBlock }).then(
          rows => {
            blocks.set(block, rows);
            redraw();
          },
          (error: unknown) => {
            blocks.delete(block);
            if (kept.current.id === id) setProblem(messageOf(error));
          },
        );
      }
    },
    [id, count],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result has other problems
  useEffect(() => {
    setProblem('');
    want(0, rowsOfBlock - 1);
  }, [id, want]);
  const row = (index: number): SqlRow | undefined =>
    kept.current.blocks.get(Math.floor(index / rowsOfBlock))?.[index % rowsOfBlock];
  return { row, want, problem };
}
