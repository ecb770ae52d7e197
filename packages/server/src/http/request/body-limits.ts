const KIB = 1024;
const MIB = 1024 * KIB;

/** The limit of a route that takes no image: a prompt with every character escaped has 24 KiB. */
export const BODY_LIMIT_BYTES = 64 * KIB;
/** The limit of a route that takes an image: 12 MiB of it are 16 MiB of base64, and the body has a prompt too. */
export const UPLOAD_LIMIT_BYTES = 24 * MIB;

const MINUTE_MS = 60_000;
/** 256 kbit/s. */
const SLOWEST_BYTES_PER_MS = 32;

/** How long a route waits for its body, which the typed client waits too: a minute, and the time of the largest one. */
export function bodyTimeMs(limitBytes: number): number {
  return MINUTE_MS + limitBytes / SLOWEST_BYTES_PER_MS;
}
