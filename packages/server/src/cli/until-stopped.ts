/**
 * Resolves at the first SIGTERM or SIGINT, or when the parent that started us is gone. A second Ctrl-C
 * ends the process at once; everything durable survives that.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let interrupts = 0;
    process.on('SIGTERM', () => resolve());
    process.on('disconnect', () => resolve());
    process.on('SIGINT', () => {
      interrupts += 1;
      if (interrupts > 1) process.exit(130);
      resolve();
    });
  });
}
