import type { FastifyRequest } from 'fastify';
import type { LeaseKey } from '../../attempt/leases.ts';

/** Stores the body of `request` with `store`, alone for its lease. */
export type StoreLatest = <Value>(
  lease: LeaseKey,
  request: FastifyRequest,
  store: () => Promise<Value>,
) => Promise<Value>;

/**
 * One upload of a lease is written at a time: each needs its own temporary file, so a worker could fill the disk with
 * uploads that never end. The latest upload disconnects the earlier one, on which its worker has given up.
 */
export function createStoreLatest(): StoreLatest {
  const latest = new Map<string, { readonly request: FastifyRequest; readonly ended: Promise<void> }>();
  return async ({ jobId, attempt }, request, store) => {
    const key = `${jobId}/${attempt}`;
    const earlier = latest.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const upload = { request, ended };
    latest.set(key, upload);
    try {
      earlier?.request.raw.destroy();
      await earlier?.ended;
      return await store();
    } finally {
      if (latest.get(key) === upload) latest.delete(key);
      end();
    }
  };
}
