import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';
import { repeat } from '../kernel/repeat.ts';
import { keepKeys } from '../secrets/keep-keys.ts';
import type { KeyPurpose, KeyVersions } from '../secrets/key-purposes.ts';
import { watchKeys } from '../secrets/watch-keys.ts';

/** The keys of a purpose, whenever they are asked for. */
export type KeysOf = (purpose: KeyPurpose) => ReadKeys;

interface KeyWiring {
  readonly database: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const KEEP_MS = 3_600_000;

/** Wires the keys: they are read again when the file changes, and what has ended is deleted from it every hour. */
export async function wireKeys(
  { dataDir, processIndex = 1 }: Config,
  keys: KeyVersions,
  { database, clock, onError }: KeyWiring,
  started: AsyncDisposableStack,
): Promise<KeysOf> {
  const live = watchKeys(dataDir, keys, { clock, onError });
  started.defer(() => live.stop());
  // The processes of a machine share a file.
  if (processIndex === 1) {
    const keep = () => keepKeys({ database, dataDir, at: clock.now() });
    await keep().catch(onError);
    const keeping = repeat(KEEP_MS, onError, keep);
    started.defer(() => keeping.stop());
  }
  return (purpose) => () => live.keysOf(purpose);
}
