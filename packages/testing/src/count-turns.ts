/** How often the event loop had a turn for others while `work` ran, and what it resolved to. */
export async function countTurns<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly turns: number; readonly value: Value }> {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const value = await work();
  clearImmediate(counting);
  return { turns, value };
}
