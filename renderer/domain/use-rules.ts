import { useEffect, useMemo, useState } from 'react';
import { ruleColumns } from '#shared/model/rule-columns.ts';
import type { RulesView } from '#shared/model/rules.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { useCall, useProgress } from '../bridge/hooks.ts';

const pollMs = 400;
const progressMs = 4_000;

const listeners = new Set<() => void>();

/** Tells every part of the window that rules, or what they found, changed. */
export function rulesChanged(): void {
  for (const listener of listeners) listener();
}

/** The custom rules of the open file. It repeats the call while a run is in progress. */
export function useRules() {
  const [refresh, setRefresh] = useState(0);
  const progress = useProgress(progressMs);
  const { data, error, retry } = useCall('rules.get', {}, refresh + progress);
  const isRunning = data?.run.state === 'running';
  useEffect(() => {
    const again = (): void => setRefresh(n => n + 1);
    listeners.add(again);
    return () => void listeners.delete(again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result of a run repeats the call
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setRefresh(n => n + 1), pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, data]);
  return { view: data ?? null, error, retry };
}

/** Columns of lists of URLs that custom rules make. */
export function useRuleColumns(): readonly UrlColumn[] {
  const { view } = useRules();
  const key = JSON.stringify(view?.rules.map(({ rule }) => [rule.kind, rule.name]) ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns follow from kinds and names
  return useMemo(() => columnsOf(view), [key]);
}

const columnsOf = (view: RulesView | null): readonly UrlColumn[] => ruleColumns(view?.rules.map(({ rule }) => rule) ?? []);
