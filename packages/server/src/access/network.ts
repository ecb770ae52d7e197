import { isIPv4, isIPv6 } from 'node:net';

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The network of an address, for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * one customer controls the rest. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const groups = groupsOf(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const left = read(head);
  const right = read(tail ?? '');
  return [...left, ...Array(IPV6_GROUPS - left.length - right.length).fill(0), ...right];
}

function read(part: string): readonly number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
