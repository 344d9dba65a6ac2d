import { useCallback, useState } from 'react';
import { sqlLimits } from '#shared/model/sql-console.ts';
import type { SavedQuery } from '#shared/queries-file.ts';
import { type NamedKind, useNamed } from '../../domain/named.ts';

const places = {
  queries: 'crawlscope.sql.queries',
  history: 'crawlscope.sql.history',
  draft: 'crawlscope.sql.draft',
  limits: 'crawlscope.sql.limits',
} as const;
const mostRemembered = 50;

function stored(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch (error) {
    // The console works without it.
    console.warn('What the SQL console kept could not be read.', error);
    return null;
  }
}
const keep = (place: string, value: unknown): void => localStorage.setItem(place, JSON.stringify(value));

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= sqlLimits.text;
const isQuery = (value: unknown): value is SavedQuery => {
  const query = value as Partial<Record<keyof SavedQuery, unknown>> | null;
  return typeof query === 'object' && query !== null && typeof query.name === 'string' && isText(query.sql);
};
const listOf = <T>(value: unknown, isOne: (each: unknown) => each is T): readonly T[] =>
  Array.isArray(value) ? value.filter(isOne) : [];

/** The newest first, each statement once. */
export const withStatement = (old: readonly string[], statement: string): readonly string[] =>
  [statement, ...old.filter(each => each !== statement)].slice(0, mostRemembered);

const queryKind: NamedKind<SavedQuery> = { place: places.queries, most: 200, isOne: isQuery };

/** Queries under a name, kept between starts for all files. */
export const useSavedQueries = () => useNamed(queryKind);

/** Statements that were run, and the one that is being written. */
export function useStatementHistory() {
  const [statements, setStatements] = useState<readonly string[]>(() =>
    listOf(stored(places.history), isText).slice(0, mostRemembered),
  );
  return {
    statements,
    remember: useCallback((statement: string) => {
      setStatements(old => {
        const made = withStatement(old, statement);
        keep(places.history, made);
        return made;
      });
    }, []),
    forget: useCallback(() => {
      keep(places.history, []);
      setStatements([]);
    }, []),
  };
}

export function useDraft() {
  const [draft, setDraft] = useState(() => {
    const kept = stored(places.draft);
    return isText(kept) ? kept : '';
  });
  const change = useCallback((text: string) => {
    setDraft(text);
    keep(places.draft, text);
  }, []);
  return [draft, change] as const;
}

export interface RunLimits {
  readonly seconds: number;
  readonly rows: number;
}

const whole = (value: unknown, most: number, usual: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most ? value : usual;

export function useRunLimits() {
  const [limits, setLimits] = useState<RunLimits>(() => {
    const kept = stored(places.limits) as Partial<Record<keyof RunLimits, unknown>> | null;
    return {
      seconds: whole(kept?.seconds, sqlLimits.mostSeconds, sqlLimits.seconds),
      rows: whole(kept?.rows, sqlLimits.mostRows, sqlLimits.rows),
    };
  });
  const change = useCallback((next: RunLimits) => {
    setLimits(next);
    keep(places.limits, next);
  }, []);
  return [limits, change] as const;
}
