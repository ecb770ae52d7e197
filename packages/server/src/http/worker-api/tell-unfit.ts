import { type LeaseRequest, unfitHeader, unfitMax } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { CallingWorker } from '../../workers/authenticate-worker.ts';
import { unfitCapabilities } from '../../workers/unfit-capabilities.ts';

/** The messages that are remembered, so that each is logged once. */
const MAX_KNOWN = 1_000;

/** Says in the response to a lease request, and once in the log, what its worker renders and nobody can order. */
export function createTellUnfit(catalogue: Pick<OpenCatalogue, 'now'>) {
  const known = new Set<string>();
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { worker, capabilities, tokenId }: LeaseRequest & CallingWorker,
  ): void => {
    const unfit = unfitCapabilities(capabilities.operations, catalogue.now()).slice(0, unfitMax);
    if (unfit.length === 0) return;
    reply.header(unfitHeader, encodeURIComponent(JSON.stringify(unfit)));
    const message = JSON.stringify([worker, tokenId, unfit]);
    if (known.has(message)) return;
    known.add(message);
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    request.log.warn({ worker, tokenId, unfit }, 'a worker renders what the catalogue does not sell');
  };
}
