import { type LeaseRequest, poolOfKind } from '@kinora/contract';

/** Steps of the longer side that the column `ability` of a job ends in. */
const SIDE_STEPS = [1024, 1280, 2048, 16_384];

/** One value of a job's column `ability`, and the longer side up to which the worker does it. */
export interface ClaimedAbility {
  readonly ability: string;
  readonly longestSide: number;
}

/**
 * The abilities whose queues a worker's claim looks at. Only the step that its limit lies in may hold jobs that are
 * too large for it; a limit that is a step itself has none.
 */
export function abilitiesToClaim({ pools, capabilities }: LeaseRequest): ClaimedAbility[] {
  const longest = new Map<string, number>();
  for (const { kind, mode, longest_side: side } of capabilities.abilities) {
    if (!pools.includes(poolOfKind[kind])) continue;
    for (const [at, step] of SIDE_STEPS.entries()) {
      if (at > 0 && side <= (SIDE_STEPS[at - 1] as number)) break;
      const ability = `${kind}/${mode ?? '-'}/${step}`;
      longest.set(ability, Math.max(side, longest.get(ability) ?? 0));
    }
  }
  return [...longest].map(([ability, longestSide]) => ({ ability, longestSide }));
}
