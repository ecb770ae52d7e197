/** How Node runs test files, each in a separate process. */
export const testArguments: readonly string[] = [
  '--test',
  // The last resort against a test that hangs: most waits end earlier (test/support/deadline.ts).
  '--test-timeout=240000',
  // Resources that a failed test leaves open would keep its process running for ever. It also skips a global teardown.
  '--test-force-exit',
];
