/** Each interface has its own request limits and its own activity. */
export type Interface = 'v1' | 'job_api';

/** An account and the interface that it calls. */
export interface CallingAccount {
  readonly accountId: string;
  readonly interface: Interface;
}
