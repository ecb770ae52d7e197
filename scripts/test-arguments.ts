/** How Node runs test files, each in a separate process. */
export const testArguments: readonly string[] = [
  '--test',
  // The last resort against a test that hangs: most waits end earlier (test/support/deadline.ts).
  '--test-timeout=240000',
  // What a failed test leaves open would keep the process of its file for ever. It also skips a global teardown.
  '--test-force-exit',
];
