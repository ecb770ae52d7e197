import type { Clock } from '../kernel/clock.ts';
import { type Keys, keysAt } from '../kernel/key-versions.ts';
import { repeat } from '../kernel/repeat.ts';
import type { KeyPurpose, KeyVersions } from './key-purposes.ts';
import { readSecrets, secretsFile } from './secrets-file.ts';

/** The keys as the file has them now. */
export interface LiveKeys {
  keysOf(purpose: KeyPurpose): Keys;
  stop(): Promise<void>;
}

const READ_AGAIN_MS = 2000;
/** After this time every running server that has the file has read it again. */
export const KNOWN_AFTER_MS = 5000;

interface Watching {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads the file again every two seconds, so that a rotation needs no restart. While it is missing or damaged, the keys that
 * were read last stay.
 */
export function watchKeys(dataDir: string, first: KeyVersions, { clock, onError }: Watching): LiveKeys {
  let versions = first;
  let reported = '';
  const report = (error: unknown): void => {
    const message = String(error);
    if (message !== reported) onError(error);
    reported = message;
  };
  const reading = repeat(READ_AGAIN_MS, report, async () => {
    versions = (await readSecrets(secretsFile(dataDir)))?.keys ?? versions;
    reported = '';
  });
  return { keysOf: (purpose) => keysAt(versions[purpose], clock.now()), stop: () => reading.stop() };
}
