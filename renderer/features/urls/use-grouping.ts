import { useState } from 'react';
import { hasWords, toggleWords } from './filter-words.ts';

/** What the list is grouped by, and the picked group: its condition is one of those of the filter. */
export function useGrouping(filter: string, onFilter: (filter: string) => void) {
  const [by, setBy] = useState('');
  const [condition, setCondition] = useState('');
  const picked = by !== '' && condition !== '' && hasWords(filter, condition) ? condition : '';
  const base = picked === '' ? filter : toggleWords(filter, picked);
  const pick = (next: string): void => {
    setCondition(next);
    onFilter(next === '' ? base : toggleWords(base, next));
  };
  return { by, setBy, picked, base, pick };
}
