import type { JobType, Tier } from '@kinora/contract';

/** What makes a job one of the job API: asked for by type, on a tier, and paid in credits instead of money. */
export interface TierOrder {
  readonly type: JobType;
  readonly tier: Tier;
  readonly credits: number;
  /** The name of the result in its public address: 122 random bits. */
  readonly assetId: string;
}

/** Each interface has request limits of its own. */
export type Interface = 'v1' | 'job_api';

/** The interface a job came by; `tier` is null for v1. */
export function interfaceOf(tier: Tier | null): Interface {
  return tier === null ? 'v1' : 'job_api';
}
