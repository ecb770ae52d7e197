import { type LeaseRequest, poolOfKind } from '@kinora/contract';

/** Steps of the longer side that the column `capability` of a job ends in. */
const SIDE_STEPS = [1024, 1280, 2048, 16_384];

/** One value of a job's column `capability`, and the longer side up to which the worker serves it. */
export interface ClaimedCapability {
  readonly capability: string;
  readonly longestSide: number;
}

/**
 * The capabilities whose queues a worker's claim reads. Only the step that its limit is in may have jobs that
 * are too large for it; a limit that is a step itself has none.
 */
export function capabilitiesToClaim({ pools, capabilities }: LeaseRequest): ClaimedCapability[] {
  const longest = new Map<string, number>();
  for (const { kind, mode, longest_side: side } of capabilities.abilities) {
    if (!pools.includes(poolOfKind[kind])) continue;
    for (const [at, step] of SIDE_STEPS.entries()) {
      if (at > 0 && side <= (SIDE_STEPS[at - 1] as number)) break;
      const capability = `${kind}/${mode ?? '-'}/${step}`;
      longest.set(capability, Math.max(side, longest.get(capability) ?? 0));
    }
  }
  return [...longest].map(([capability, longestSide]) => ({ capability, longestSide }));
}
