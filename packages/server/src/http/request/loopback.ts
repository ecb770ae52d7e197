import type { FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '../../kernel/loopback-url.ts';

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request was sent from this machine to this machine. A proxy on this machine forwards requests of other
 * machines, so a forwarded request does not count, nor one with another host name, nor HTTP/1.0, which nginx speaks
 * by default and no browser. A proxy may leave none of these traces, so the public URL is checked as well.
 */
export function isLoopbackRequest({ headers, socket, raw }: FastifyRequest): boolean {
  return (
    raw.httpVersion !== '1.0' &&
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${headers.host ?? ''}`) &&
    FORWARDING.every((name) => headers[name] === undefined)
  );
}
