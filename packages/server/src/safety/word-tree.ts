/**
 * Words with their values, found letter by letter: one walk visits every word that a text begins with, without a
 * substring for each. The children of a node are adjacent and in order, in a few arrays, so that a walk touches little
 * memory.
 */
export interface WordTree<Value> {
  /** Visits the words that `text` has at `start`, the shortest first. */
  visit(text: string, start: number, visit: (value: Value, end: number) => void): void;
}

const ROOT = 0;
const NO_NODE = -1;

export function createWordTree<Value>(words: ReadonlyMap<string, Value>): WordTree<Value> {
  const sorted = [...words.keys()].sort();
  const letters: number[] = [0];
  const values: (Value | undefined)[] = [];
  const firstChild: number[] = [];
  // The words below each node, as a range of `sorted`; the length of the letters that they share.
  const pending = [{ from: 0, to: sorted.length, depth: 0 }];
  for (let node = 0; node < pending.length; node++) {
    const { from, to, depth } = pending[node] as (typeof pending)[number];
    const word = sorted[from] ?? '';
    // The words of a range are in order, so the one that ends here is its first.
    const ends = from < to && word.length === depth;
    values.push(ends ? words.get(word) : undefined);
    firstChild.push(pending.length);
    for (let start = ends ? from + 1 : from; start < to; ) {
      const letter = (sorted[start] as string).charCodeAt(depth);
      let end = start + 1;
      while (end < to && sorted[end]?.charCodeAt(depth) === letter) end += 1;
      letters.push(letter);
      pending.push({ from: start, to: end, depth: depth + 1 });
      start = end;
    }
  }
  firstChild.push(letters.length);
  return overNodes(Uint16Array.from(letters), Uint32Array.from(firstChild), values);
}

/** The children of a node are those from its `firstChild` to that of the next node. */
function overNodes<Value>(
  letters: Uint16Array,
  firstChild: Uint32Array,
  values: readonly (Value | undefined)[],
): WordTree<Value> {
  const childOf = (node: number, letter: number): number => {
    let low = firstChild[node] as number;
    let high = firstChild[node + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = letters[middle] as number;
      if (found === letter) return middle;
      if (found < letter) low = middle + 1;
      else high = middle;
    }
    return NO_NODE;
  };
  return {
    visit(text, start, visit) {
      let node = ROOT;
      for (let at = start; at < text.length; at++) {
        node = childOf(node, text.charCodeAt(at));
        if (node === NO_NODE) return;
        const value = values[node];
        if (value !== undefined) visit(value, at + 1);
      }
    },
  };
}
