import type { JobType, Tier } from '@kinora/contract';

/** What makes a job one of the job API: requested by type, on a tier, and paid in credits instead of money. */
export interface JobApiOrder {
  readonly type: JobType;
  readonly tier: Tier;
  readonly credits: number;
  /** The name of the result in its public address: 122 random bits. */
  readonly assetId: string;
}
