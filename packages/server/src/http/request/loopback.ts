import type { FastifyRequest } from 'fastify';

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a URL such as `http://127.0.0.1:8787` can be reached from this machine only. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_HOST.test(new URL(url).hostname);
}

/**
 * Whether a request was sent from this machine to this machine. A proxy on this machine
 * forwards requests of other machines, so a forwarded request, or one with another host name, does not count.
 */
export function isLoopbackRequest({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${headers.host ?? ''}`) &&
    FORWARDING.every((name) => headers[name] === undefined)
  );
}
