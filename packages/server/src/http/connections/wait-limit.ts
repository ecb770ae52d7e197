import type { FastifyRequest } from 'fastify';
import { isForwarded } from './warn-of-proxies.ts';

/** How many seconds a response to this request may take to begin; undefined if no proxy is known to wait for it. */
export type WaitLimitOf = (request: FastifyRequest) => number | undefined;

/**
 * A proxy ends a connection on which nothing has arrived for a while. There is one in front of every public service, because
 * this server speaks no HTTPS, and of every request that names whom it was forwarded for.
 */
export function createWaitLimitOf(isPublic: boolean, proxyTimeoutSeconds: number): WaitLimitOf {
  return (request) => (isPublic || isForwarded(request) ? proxyTimeoutSeconds : undefined);
}

/** A response must have begun before the proxy's time is over; what it costs is settled by then. */
export const WAIT_MARGIN = 0.9;

const MAX_SILENCE_MS = 15_000;

/** How long a response that has begun may be silent: proxies close a connection that is silent for about a minute. */
export function silenceMsOf(limitSeconds: number | undefined): number {
  return Math.min(MAX_SILENCE_MS, ((limitSeconds ?? Number.POSITIVE_INFINITY) * 1000) / 3);
}
