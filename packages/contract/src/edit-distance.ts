/** Edits (insert, remove, replace, swap of neighbours) from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  const left = a.slice(0, 64);
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (left[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && left[i - 1] === b[j - 2] && left[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
