import { useCallback, useState } from 'react';

/** Something that the user keeps under a name. */
interface Named {
  readonly name: string;
}

/** The list with these, each in place of one of its name; the last `most` of them. */
export const withNamed = <T extends Named>(old: readonly T[], added: readonly T[], most: number): readonly T[] =>
  [...old.filter(({ name }) => !added.some(each => each.name === name)), ...added].slice(-most);

/** The list with another name for one; it takes the place of one that has that name. */
export const renamedIn = <T extends Named>(old: readonly T[], from: string, to: string): readonly T[] =>
  old.filter(({ name }) => name !== to || name === from).map(each => (each.name === from ? { ...each, name: to } : each));

export interface NamedKind<T> {
  /** Key of the window's storage. */
  readonly place: string;
  readonly most: number;
  isOne(value: unknown): value is T;
}

function read<T>({ place, most, isOne }: NamedKind<T>): readonly T[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOne).slice(0, most) : [];
  } catch (error) {
    // The rest of the window works without them.
    console.warn('What was saved under names could not be read.', error);
    return [];
  }
}

/** What the user keeps under names, for all crawls, between starts. `kind` must stay the same object. */
export function useNamed<T extends Named>(kind: NamedKind<T>) {
  const [items, setItems] = useState(() => read(kind));
  const change = useCallback(
    (next: (old: readonly T[]) => readonly T[]) => {
      setItems(old => {
        const made = next(old);
        localStorage.setItem(kind.place, JSON.stringify(made));
        return made;
      });
    },
    [kind],
  );
  return {
    items,
    change,
    add: useCallback((added: readonly T[]) => change(old => withNamed(old, added, kind.most)), [change, kind]),
    remove: useCallback((name: string) => change(old => old.filter(each => each.name !== name)), [change]),
    rename: useCallback((from: string, to: string) => change(old => renamedIn(old, from, to)), [change]),
  };
}
