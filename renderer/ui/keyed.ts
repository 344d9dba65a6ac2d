/** Items with keys that are stable and unique: the item's text, numbered when it comes again. */
export function keyed<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): readonly { readonly key: string; readonly item: T }[] {
  const seen = new Map<string, number>();
  return items.map(item => {
    const text = textOf(item);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return { key: `${times} ${text}`, item };
  });
}
