/**
 * Resolves at the first SIGTERM or SIGINT, or when the terminal is closed or the parent process ends. A second Ctrl-C
 * ends the process at once; accepted jobs are not lost.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // Writing to a closed terminal must not interrupt the shutdown.
    process.stdout.on('error', () => {});
    let interrupts = 0;
    const stop = () => {
      // An open IPC channel to the parent would keep this process running.
      if (process.connected) process.disconnect();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
    process.on('disconnect', stop);
    // The parent may have ended while this process started.
    if (process.connected === false) stop();
    process.on('SIGINT', () => {
      interrupts += 1;
      if (interrupts > 1) process.exit(130);
      stop();
    });
  });
}
