/** The row a key leads to, or null when the key does not move. `page` is the number of rows on a screen. */
export function rowAfterKey(key: string, at: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const to = (index: number): number => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return at < 0 ? 0 : to(at - 1);
    case 'PageDown':
      return to(Math.max(at, 0) + Math.max(1, page - 1));
    case 'PageUp':
      return to(at - Math.max(1, page - 1));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
