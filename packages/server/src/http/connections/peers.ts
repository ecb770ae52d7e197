import { BlockList, isIP } from 'node:net';

/** Whether an address is that of a trusted proxy; each entry is an address or a network such as 10.0.0.0/8. */
export function trustedPeers(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const entry of proxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // An IPv4-mapped IPv6 address is checked as IPv4 too.
  return (address = '') => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
