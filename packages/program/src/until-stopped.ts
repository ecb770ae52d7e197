/**
 * Resolves at the first SIGTERM or SIGINT, or when the parent that started us is gone. A second Ctrl-C
 * ends the process at once; everything durable survives that.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // A terminal that was closed must not stop the stopping.
    process.stdout.on('error', () => {});
    let interrupts = 0;
    const stop = () => {
      // An open channel to the parent would keep this process alive after its work is done.
      if (process.connected) process.disconnect();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('disconnect', stop);
    process.on('SIGINT', () => {
      interrupts += 1;
      if (interrupts > 1) process.exit(130);
      stop();
    });
  });
}
