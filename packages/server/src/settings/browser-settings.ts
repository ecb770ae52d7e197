import { ConfigError, type Reader, readAddress, readList } from '@kinora/program/setting';
import type { PurgeHook } from '../jobs/retention/purge-caches.ts';

const NAME = 'KINORA_ALLOWED_ORIGINS';

/** The origins whose pages may call the interfaces from a browser. */
export function readAllowedOrigins(get: Reader): readonly string[] {
  const origins = readList(get(NAME));
  for (const origin of origins) {
    if (isExactOrigin(origin)) continue;
    throw new ConfigError(
      `${NAME} must list exact origins such as https://app.example.com, without a path, a slash at the end or a wildcard, not "${origin}"`,
    );
  }
  return origins;
}

/** What browsers send is in lower case, without the default port. A wildcard would be a valid host name. */
function isExactOrigin(text: string): boolean {
  return /^https?:\/\/[^*?]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const LOOPBACK = /^http:\/\/(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** The origins whose pages can be changed on their way, and then act for the people who are signed in. */
export function unencryptedOrigins(origins: readonly string[]): readonly string[] {
  return origins.filter((origin) => origin.startsWith('http:') && !LOOPBACK.test(origin));
}

/** Undefined if no cache has to be purged. */
export function readPurgeHook(get: Reader): PurgeHook | undefined {
  const url = readAddress(get, 'KINORA_PURGE_URL', ['KINORA_PURGE_KEY']);
  return url === undefined ? undefined : { url, key: get('KINORA_PURGE_KEY') };
}
