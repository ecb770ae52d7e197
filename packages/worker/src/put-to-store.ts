import { setTimeout as pause } from 'node:timers/promises';
import { isFinalStatus } from './http-status.ts';

/** A video of tens of megabytes over a home connection. */
export const UPLOAD_TIMEOUT_MS = 110_000;
const PAUSE_MS = 200;
const TRIES = 3;

/** `refused` will stay refused; `unavailable` may be accepted later. */
export type DirectUpload = 'stored' | 'refused' | 'unavailable';

/** Uploads to the object store itself, which must not receive the worker token. Never rejects. */
export async function putToStore(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  mime: string,
  signal: AbortSignal,
): Promise<DirectUpload> {
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt++) {
    if (attempt > 1) await pause(PAUSE_MS);
    const timeout = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
    try {
      const response = await fetch(url, {
        method: 'PUT',
        body,
        headers: { 'content-type': mime },
        signal: AbortSignal.any([timeout, signal]),
      });
      await response.arrayBuffer();
      if (response.ok) return 'stored';
      if (isFinalStatus(response.status)) return 'refused';
    } catch {
      // The store was not reached, or the connection broke. A store that hangs is not tried again at once.
      if (timeout.aborted) break;
    }
  }
  return 'unavailable';
}
