import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Runs test files in this process, one after the other. Loading the server takes longer than most files' tests, and
 * here it is loaded once. Each file is a suite, so that its hooks are for its own tests only.
 */
for (const file of process.argv.slice(2)) {
  suite(file, async () => {
    await import(pathToFileURL(path.resolve(file)).href);
  });
}
