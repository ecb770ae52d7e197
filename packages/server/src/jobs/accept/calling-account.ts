import type { Tier } from '@kinora/contract';

/** Each interface has request limits of its own. */
export type Interface = 'v1' | 'job_api';

/** The interface a job came by; `tier` is null for v1. */
export function interfaceOf(tier: Tier | null): Interface {
  return tier === null ? 'v1' : 'job_api';
}

/** An account as it calls one interface. */
export interface CallingAccount {
  readonly accountId: string;
  readonly interface: Interface;
}

/** The key of an account in a map of those that call one interface or the other. */
export function activityKey(caller: CallingAccount): string {
  return `${caller.interface} ${caller.accountId}`;
}
