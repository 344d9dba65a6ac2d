import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CheckInfo } from '#shared/model/audit.ts';
import type { ChangedLimits, IssuesView, TrendCount } from '#shared/model/issues.ts';
import { client } from '../bridge/client.ts';
import { messageOf, useProgress } from '../bridge/hooks.ts';
import { changeAudit, useAuditChanges } from './audit-changes.ts';
import { Counted } from './counted.tsx';

/** A check with what it found. */
export interface CheckFound extends CheckInfo {
  readonly counted: Counted;
  /** How its hits moved since the earlier crawl; null without one. */
  readonly trend: TrendCount | null;
}

/** The state of the audit, without its counts. */
export type AuditState = Omit<IssuesView, 'outcomes'>;

interface Read {
  readonly state: AuditState;
  readonly checks: readonly CheckFound[];
}

const pollMs = 250;
/** The results are those of an earlier state of the file; the next audit waits. */
const waitMs = 1_500;
const progressMs = 4_000;

let catalogue: Promise<ReadonlyMap<string, CheckInfo>> | null = null;

/** Every check by id, read once. */
function readCatalogue(): Promise<ReadonlyMap<string, CheckInfo>> {
  catalogue ??= client.call('issues.checks', {}).then(
    checks => new Map(checks.map(check => [check.id, check])),
    (error: unknown) => {
      catalogue = null;
      throw error;
    },
  );
  return catalogue;
}

/** The audit of the open crawl. `start`: audits it now, and again when the crawl changes. `look`: shows the existing results. */
export function useIssues(mode: 'start' | 'look') {
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const progress = useProgress(progressMs);
  const changes = useAuditChanges();
  const known = useRef<Read | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress, changes and attempt only repeat the call
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const next = async (): Promise<void> => {
      try {
        if (mode === 'start') await client.call('issues.start', {});
        const { outcomes, ...state } = await client.call('issues.read', { known: known.current?.state.run ?? 0 });
        // Checks of the user change with the rules.
        if (outcomes?.some(({ id }) => id.startsWith('own.'))) catalogue = null;
        const byId = await readCatalogue();
        if (ended) return;
        const old = known.current;
        const checks = outcomes
          ? outcomes.flatMap(({ id, count, trend = null }) => {
              const info = byId.get(id);
              return info ? [{ ...info, counted: new Counted(count), trend }] : [];
            })
          : state.run === old?.state.run
            ? old.checks
            : [];
        known.current = { state, checks };
        setRead(known.current);
        setError('');
        const isBehind = mode === 'start' && state.state === 'done' && !state.isCurrent;
        if (state.state === 'running') timer = window.setTimeout(() => void next(), pollMs);
        else if (isBehind) timer = window.setTimeout(() => void next(), old?.state.isCurrent === false ? waitMs : pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void next();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [mode, progress, changes, attempt]);
  const act = useCallback((call: () => Promise<void>): void => {
    call().then(
      () => setAttempt(n => n + 1),
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, []);
  const run = useCallback(() => act(() => client.call('issues.start', { again: true })), [act]);
  const old = read?.state.limits;
  const setLimits = useCallback(
    (limits: ChangedLimits, done: string) =>
      void changeAudit({ change: { do: 'limits', limits }, done, undo: () => ({ do: 'limits', limits: old ?? {} }) }),
    [old],
  );
  const setSegment = useCallback((segment: string | null) => act(() => client.call('issues.start', { segment })), [act]);
  const cancel = useCallback(() => act(() => client.call('issues.cancel', {})), [act]);
  const retry = useCallback(() => setAttempt(n => n + 1), []);
  return useMemo(
    () => ({ state: read?.state ?? null, checks: read?.checks ?? [], error, run, setLimits, setSegment, cancel, retry }),
    [read, error, run, setLimits, setSegment, cancel, retry],
  );
}
export type Issues = ReturnType<typeof useIssues>;
