import { coalesce } from '../../kernel/coalesce.ts';
import type { JobRequest } from './job-request.ts';

type AcceptBatch<Value> = (
  requests: readonly JobRequest[],
) => Promise<readonly (Value | PromiseLike<Value>)[]>;

/** Where the requests of accounts whose rows are locked elsewhere wait, each account by itself. */
export interface AccountLanes<Value> {
  /** Whether requests of the account are waiting; later ones join them. */
  has(accountId: string): boolean;
  accept(request: JobRequest): Promise<Value>;
}

interface Lane<Value> {
  readonly accept: (request: JobRequest) => Promise<Value>;
  waiting: number;
}

/** `acceptBatch` waits for the lock. The requests of an account that arrive meanwhile share its next batch. */
export function createAccountLanes<Value>(
  acceptBatch: AcceptBatch<Value>,
  limits: { readonly maxBatch: number },
): AccountLanes<Value> {
  const lanes = new Map<string, Lane<Value>>();
  return {
    has: (accountId) => lanes.has(accountId),
    async accept(request) {
      const { accountId } = request;
      const lane = lanes.get(accountId) ?? { accept: coalesce(acceptBatch, limits), waiting: 0 };
      lanes.set(accountId, lane);
      lane.waiting += 1;
      try {
        return await lane.accept(request);
      } finally {
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(accountId);
      }
    },
  };
}
