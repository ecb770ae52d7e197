import { isIP } from 'node:net';

/**
 * The name that passkeys belong to. Browsers make none for an address in digits, so on this machine alone it is
 * `localhost`, where the same server listens.
 */
export function passkeySite(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isLoopbackAddress(hostname) ? 'localhost' : hostname;
}

/** The origins whose pages may use passkeys. */
export function passkeyOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!isLoopbackAddress(url.hostname)) return [url.origin];
  url.hostname = 'localhost';
  return [url.origin];
}

/** Whether a browser can make passkeys for the service at this address: with a name, by https or on this machine. */
export function hasPasskeys(publicUrl: string): boolean {
  const site = passkeySite(publicUrl);
  return !isAddress(site) && (site === 'localhost' || publicUrl.startsWith('https:'));
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

const isLoopbackAddress = (hostname: string): boolean =>
  hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
