import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const NETWORK_GROUPS = 4;

/**
 * The network of an address, for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * one customer controls the rest. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  // The library also reads what is not an address to Node, such as `1`.
  if (isIP(plain) === 0) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
