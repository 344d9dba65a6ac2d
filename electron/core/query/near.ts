/** Edit distance with adjacent swaps (optimal string alignment); both words are short. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** The known words a mistyped one most likely meant, nearest first, at most three. */
export function nearMatches(word: string, known: readonly string[]): string[] {
  const wanted = word.toLowerCase().slice(0, 40);
  const limit = wanted.length <= 3 ? 1 : wanted.length <= 6 ? 2 : 3;
  return known
    .map(name => {
      const far = editDistance(wanted, name.toLowerCase());
      const begins = wanted.length >= 3 && name.toLowerCase().startsWith(wanted);
      return { name, far: begins ? Math.min(far, 1) : far };
    })
    .filter(({ far, name }) => far <= limit && far < Math.max(name.length, 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** ' Did you mean “a” or “b”?', or '' when nothing is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearMatches(word, known).map(name => `“${name}”`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
