import type { FindStanding } from '../accounts/find-standing.ts';
import type { ReadTokenStanding } from '../accounts/token-standing.ts';
import { type StartDependencies, startWaiting } from '../admit/waiting/start-waiting.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import { createReadWaiting } from '../http/console/studio/read-waiting.ts';
import { repeat } from '../kernel/repeat.ts';

interface WaitingDependencies extends Omit<StartDependencies, 'readWaiting'> {
  readonly findStanding: FindStanding;
  readonly readTokenStanding: ReadTokenStanding;
  readonly catalogue: OpenCatalogue;
  readonly onError: (error: unknown) => void;
}

const EVERY_MS = 1000;

/** Starts what waits as its turn comes, until stopped. */
export function wireWaiting(dependencies: WaitingDependencies): { stop(): Promise<void> } {
  const starting = { ...dependencies, readWaiting: createReadWaiting(dependencies) };
  return repeat(EVERY_MS, dependencies.onError, () => startWaiting(starting));
}
