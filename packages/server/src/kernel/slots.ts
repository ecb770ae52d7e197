/** Runs at most `count` pieces of work at once; the others wait in their order of arrival. */
export function createSlots(count: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
