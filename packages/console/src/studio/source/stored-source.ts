import type { Source } from './source.ts';

/**
 * The images that drafts start from, over a reload and the page of a payment: the storage of a tab is too small for them. A
 * sign-out clears them, and without this storage they are lost as before.
 */

const CACHE = 'kinora-sources';
const NAME = 'x-name';
/** What a tab left that never came back is deleted after a day. */
const MAX_AGE_MS = 86_400_000;

const addressOf = (id: string): string => `/studio/source/${id}`;
// Browsers have it on secure origins alone.
const open = () => globalThis.caches?.open(CACHE);

/** Stores it under its id, which is new for each image. */
export async function storeSource({ id, blob, name }: Source): Promise<void> {
  const cache = await open();
  if (cache === undefined) return;
  for (const request of await cache.keys()) {
    const date = (await cache.match(request))?.headers.get('date') ?? 0;
    if (Date.now() - new Date(date).getTime() > MAX_AGE_MS) await cache.delete(request);
  }
  const headers = { [NAME]: encodeURIComponent(name), date: new Date().toUTCString() };
  await cache.put(addressOf(id), new Response(blob, { headers }));
}

export async function deleteStoredSource(id: string): Promise<void> {
  await (await open())?.delete(addressOf(id));
}

/** Undefined if it is not there any more. */
export async function readStoredSource(id: string): Promise<{ blob: Blob; name: string } | undefined> {
  const stored = await (await open())?.match(addressOf(id));
  if (stored === undefined) return undefined;
  return { blob: await stored.blob(), name: decodeURIComponent(stored.headers.get(NAME) ?? '') };
}
