import { lookup, Resolver } from 'node:dns/promises';
import type { ResolveHost } from './post-to-receiver.ts';

/**
 * Resolves names as the Internet does. The resolver of the operating system would block one of the few threads of this
 * process for as long as the name server of a customer likes.
 */
export const resolvePublicHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
};

/** Resolves names as this machine does, which also knows those of its own network. */
export const resolveAnyHost: ResolveHost = (host) => lookup(host, { all: true });
