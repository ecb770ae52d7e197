import type { Lease, UploadLink } from '@kinora/contract';
import { type DirectUpload, putToStore, UPLOAD_TIMEOUT_MS } from './put-to-store.ts';
import {
  bytesBody,
  CALL_TIMEOUT_MS,
  createBackOff,
  isFinal,
  jsonBody,
  LeaseLost,
  type Patience,
  type ServerCalls,
  withSecret,
} from './server-calls.ts';

interface NewArtifact {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The path at the server. */
  readonly path: string;
  /** Where the server gives a link to the store. */
  readonly linkPath: string;
}

/**
 * Uploads to the store if the server gives a link to it, otherwise or if that fails to the server, until one of them takes it.
 * Throws what the last try at the server threw.
 */
export async function uploadArtifact(
  call: ServerCalls['call'],
  lease: Lease,
  { name, bytes, path, linkPath }: NewArtifact,
  patience: Patience,
): Promise<void> {
  const body = bytes as Uint8Array<ArrayBuffer>;
  const mime = name.endsWith('.png') ? 'image/png' : 'video/mp4';
  const put = withSecret(lease, bytesBody('PUT', body));
  const backOff = createBackOff(patience);
  let link: string | null | undefined;
  for (;;) {
    link ??= await askForLink(call, lease, linkPath, bytes.length, patience);
    const atStore = await storeAt(link, body, mime, patience);
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

/** `link` is null if the server takes the bytes itself, and undefined if it could not be asked. */
async function storeAt(
  link: string | null | undefined,
  body: Uint8Array<ArrayBuffer>,
  mime: string,
  { signal }: Patience,
): Promise<DirectUpload> {
  if (link === undefined) return 'unavailable';
  return link === null ? 'refused' : putToStore(link, body, mime, signal);
}

/** The link is for this number of bytes only. Throws what the server finds wrong with that, and `LeaseLost`. */
async function askForLink(
  call: ServerCalls['call'],
  lease: Lease,
  path: string,
  bytes: number,
  patience: Patience,
): Promise<string | null | undefined> {
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), patience.signal]);
    const response = await call(path, { ...withSecret(lease, jsonBody({ bytes })), signal });
    return ((await response.json()) as UploadLink).upload_url;
  } catch (error) {
    patience.signal.throwIfAborted();
    if (isFinal(error)) throw error;
    return undefined;
  }
}
