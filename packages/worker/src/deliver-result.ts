import type { CompleteRequest, Lease } from '@kinora/contract';
import { INSUFFICIENT_STORAGE, PAYLOAD_TOO_LARGE } from './http-status.ts';
import type { LeaseClient } from './lease-client.ts';
import { CallRefused, createBackOff, LeaseLost, type Patience } from './server-calls.ts';

/** A result that is rendered and cannot be delivered. To render it again would not help. */
export class DeliveryFault extends Error {}

/** The fields that a completion is refused for when the stored file is not what was uploaded: the upload was cut, lost or replaced. */
const NOT_AS_UPLOADED = ['bytes', 'sha256'];

/**
 * Uploads a result and completes its job, again and again until `patience` ends, with the same bytes. Throws `LeaseLost`;
 * `DeliveryFault`, whose message is for the operator; what the server finds wrong with the artifact; the signal's reason.
 */
export async function deliverResult(
  client: LeaseClient,
  lease: Lease,
  bytes: Uint8Array,
  report: CompleteRequest,
  patience: Patience,
): Promise<void> {
  const backOff = createBackOff(patience);
  for (;;) {
    try {
      await client.upload(lease, report.artifact, bytes, patience);
      await client.complete(lease, report, patience);
      return;
    } catch (error) {
      patience.signal.throwIfAborted();
      const field = error instanceof CallRefused ? error.field : undefined;
      if (error instanceof LeaseLost) throw error;
      const isReplaced = field !== undefined && NOT_AS_UPLOADED.includes(field);
      if (field !== undefined && !isReplaced) throw error;
      if (!isReplaced || !(await backOff())) throw new DeliveryFault(describe(error), { cause: error });
    }
  }
}

function describe(error: unknown): string {
  const details = error instanceof Error ? error.message : String(error);
  const status = error instanceof CallRefused ? error.status : undefined;
  if (status === PAYLOAD_TOO_LARGE) {
    return `a proxy between this worker and KINORA_SERVER_URL, or the store, refuses uploads of this size: raise its request body limit, such as client_max_body_size of nginx. ${details}`;
  }
  if (status === INSUFFICIENT_STORAGE) return `the store is full: give it more room. ${details}`;
  return `the result could not be stored: check that the server and its store can be reached. ${details}`;
}
