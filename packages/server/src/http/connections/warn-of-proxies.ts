import type { FastifyRequest } from 'fastify';

const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** Whether a proxy says that it forwards the request. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

/**
 * Logs once that a peer forwards requests without being trusted. The address of each of its customers is then its own, so
 * all of them share the limits of one network.
 */
export function warnOfProxies(
  isTrusted: (address: string | undefined) => boolean,
): (request: FastifyRequest) => void {
  let warned = false;
  return ({ headers, socket, log }) => {
    if (warned || !isForwarded({ headers })) return;
    if (isTrusted(socket.remoteAddress)) return;
    warned = true;
    log.warn(
      { peer: socket.remoteAddress },
      'a request was forwarded by a peer that KINORA_TRUSTED_PROXIES does not list. If it is your proxy, list it: ' +
        'until then all its customers share the limits of one address',
    );
  };
}
