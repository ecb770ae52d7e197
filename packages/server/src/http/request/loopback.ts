import type { FastifyRequest } from 'fastify';

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether an address such as `http://127.0.0.1:8787` is of this machine alone. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_HOST.test(new URL(url).hostname);
}

/**
 * Whether a request comes from this machine and was meant for it. A proxy on this machine serves others, so a
 * request that was forwarded, or asks for another host, does not count.
 */
export function isLoopbackRequest({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${headers.host ?? ''}`) &&
    FORWARDING.every((name) => headers[name] === undefined)
  );
}
