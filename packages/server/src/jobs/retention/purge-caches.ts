import type { Queryable } from '../../db/database.ts';

/**
 * Schedules the removal of a public result from the caches in front of the service, once the caller's transaction has
 * committed. `path` is the result's path on the public address.
 */
export type PurgeCaches = (tx: Queryable, path: string) => Promise<void>;

/** The address to call when a public result must leave the caches, such as that of a CDN. */
export interface PurgeHook {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
}

const TIMEOUT_MS = 10_000;

/**
 * Posts `{"files": [<url>]}` to the hook. Throws unless the response is a success, so that the task is retried. Does
 * nothing without a hook: the task is added by every process, and only the one that runs it knows the setting.
 */
export function createPurgeTask(hook: PurgeHook | undefined, publicUrl: () => string) {
  return async ({ path }: { readonly path: string }): Promise<void> => {
    if (hook === undefined) return;
    const response = await fetch(hook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(hook.key !== undefined && { authorization: `Bearer ${hook.key}` }),
      },
      body: JSON.stringify({ files: [publicUrl() + path] }),
      // The key is only for the configured address, never for a redirect target.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`KINORA_PURGE_URL responded with ${response.status}`);
  };
}
