import type { Lease } from '@kinora/contract';
import { putToStore, UPLOAD_TIMEOUT_MS } from './put-to-store.ts';
import {
  bytesBody,
  createBackOff,
  isFinal,
  LeaseLost,
  type Patience,
  type ServerCalls,
  withSecret,
} from './server-calls.ts';

interface NewArtifact {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** At the server. */
  readonly path: string;
}

/**
 * Uploads to the store if the lease has a link to it, otherwise or if that fails to the server, until one of them takes it.
 * Throws what the last try at the server threw.
 */
export async function uploadArtifact(
  call: ServerCalls['call'],
  lease: Lease,
  { name, bytes, path }: NewArtifact,
  patience: Patience,
): Promise<void> {
  const body = bytes as Uint8Array<ArrayBuffer>;
  // Absent from an older server.
  const link =
    lease.upload_url && new URL(lease.upload_url).pathname.endsWith(`/${name}`) && lease.upload_url;
  const mime = name.endsWith('.png') ? 'image/png' : 'video/mp4';
  const put = withSecret(lease, bytesBody('PUT', body));
  const backOff = createBackOff(patience);
  for (;;) {
    const atStore = link ? await putToStore(link, body, mime, patience.signal) : 'refused';
    if (atStore === 'stored') return;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(UPLOAD_TIMEOUT_MS), patience.signal]);
      await (await call(path, { ...put, signal })).arrayBuffer();
      return;
    } catch (error) {
      // The store may be back before long, although the server, or a proxy in front of it, will never take the bytes.
      const isOver = error instanceof LeaseLost || (isFinal(error) && atStore === 'refused');
      if (isOver || !(await backOff())) throw error;
    }
  }
}
