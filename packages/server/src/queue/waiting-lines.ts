import { type LeaseRequest, poolOfOperation, type RenderOperation } from '@kinora/contract';

/** Steps of the longer side in which the column `waits_for` of a job ends. */
const SIDE_STEPS = [1024, 1280, 2048, 16_384];

/** A value of the column `waits_for`, and the longer side in pixels up to which the worker renders it. */
interface ClaimedCapability {
  readonly capability: string;
  readonly longestSide: number;
  readonly operation: RenderOperation;
  readonly model: string;
  /** The longer side of the largest of its jobs that the worker renders. */
  readonly side: number;
  readonly negativePrompt: boolean;
}

/**
 * The capabilities whose queues a claim reads. Jobs that are too large for the worker can only be in the step that
 * contains its limit; there are none when the limit is a step itself.
 */
export function capabilitiesToClaim({
  pools,
  capabilities,
}: Pick<LeaseRequest, 'pools'> & {
  readonly capabilities: Pick<LeaseRequest['capabilities'], 'operations'>;
}): ClaimedCapability[] {
  const claimed = new Map<string, ClaimedCapability>();
  for (const { operation, model, longest_side: side, negative_prompt: negative } of capabilities.operations) {
    if (!pools.includes(poolOfOperation[operation])) continue;
    for (const [at, step] of SIDE_STEPS.entries()) {
      if (at > 0 && side <= (SIDE_STEPS[at - 1] as number)) break;
      const capability = `${operation}/${model}/${step}`;
      const known = claimed.get(capability);
      const longestSide = Math.max(side, known?.longestSide ?? 0);
      const largest = Math.min(longestSide, step);
      claimed.set(capability, {
        capability,
        longestSide,
        operation,
        model,
        side: largest,
        negativePrompt: negative === true && known?.negativePrompt !== false,
      });
    }
  }
  return [...claimed.values()];
}

/** The values of the column `waits_for` of the jobs of a model. */
export function linesOfModel(model: string, operations: readonly RenderOperation[]): readonly string[] {
  return operations.flatMap((operation) => SIDE_STEPS.map((step) => `${operation}/${model}/${step}`));
}
