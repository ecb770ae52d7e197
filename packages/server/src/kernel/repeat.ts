/** Runs `work` every `ms`, never twice at once; `stop` waits for the current run. */
export function repeat(
  ms: number,
  onError: (error: unknown) => void,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
