import { isIP } from 'node:net';
import { webhookUrlMaxLength } from '@kinora/contract';
import { isPublicAddress } from './public-address.ts';

/** The URL to call, in its normal form, or what is wrong with it, as the message of an issue. */
export type CheckedUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string };

/**
 * Checks an address that a customer names, as far as that needs no name server: its name is resolved before each attempt.
 * `allowsPrivate` is for operators whose receivers are in their own network.
 */
export function checkWebhookUrl(text: string, allowsPrivate: boolean): CheckedUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return bad('must be a complete URL, such as https://example.com/webhooks');
  }
  if (url.protocol === 'http:' && !allowsPrivate)
    return bad(`must begin with https:// on this server; ${SETTING}`);
  if (url.username !== '' || url.password !== '') {
    return bad('must not have a user name or a password; verify the signature instead');
  }
  if (url.hash !== '') return bad('must not have a fragment');
  const host = hostOf(url);
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return bad(PRIVATE);
  if (!allowsPrivate && LOCAL_NAME.test(host)) return bad(PRIVATE);
  if (url.href.length > webhookUrlMaxLength) {
    return bad(`must have at most ${webhookUrlMaxLength} characters when it is encoded`);
  }
  return { ok: true, url: url.href };
}

/** The host name, or the IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

const SETTING = 'its operator allows others, as for a trial, by KINORA_WEBHOOKS_PRIVATE=1';
const PRIVATE = `must be an address on the public Internet; ${SETTING}`;
const LOCAL_NAME = /(^|\.)(localhost|local|internal)\.?$/;

function bad(message: string): CheckedUrl {
  return { ok: false, message };
}
