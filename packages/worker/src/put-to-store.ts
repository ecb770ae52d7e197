/** A video of tens of megabytes over a home connection. */
export const UPLOAD_TIMEOUT_MS = 110_000;
const PAUSE_MS = 200;
/** After that many failures the bytes go to the server. */
const TRIES = 3;

/**
 * Uploads to the object store itself, which must not receive the worker token. False when the store cannot be reached or
 * rejects the bytes.
 */
export async function putToStore(url: string, body: Uint8Array<ArrayBuffer>, mime: string): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
      const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': mime }, signal });
      await response.arrayBuffer();
      if (response.ok) return true;
      if (response.status < 500) return false;
    } catch {
      // The store was not reached, or the connection broke.
    }
  }
  return false;
}
