import ipaddr from 'ipaddr.js';

/** The addresses of IPv6 that are routed on the Internet; everything else is local, reserved or a translation. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to a machine on the public Internet: not to this machine, a private network, a cloud's
 * metadata service or a reserved range. An IPv4 address within an IPv6 one is judged as itself.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  // NAT64: a network without IPv4 reaches the Internet through these.
  if (address.range() === 'rfc6052') {
    return isPublicAddress(address.toByteArray().slice(-4).join('.'));
  }
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}
