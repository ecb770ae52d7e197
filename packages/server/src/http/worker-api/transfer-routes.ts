import { invalidRequest } from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { FastifyInstance } from 'fastify';
import type { LeaseDependencies } from '../../jobs/attempts/leases.ts';
import { findLeasedJob, leaseLost } from '../../jobs/attempts/leases.ts';
import { mostArtifactBytes } from '../../jobs/attempts/ordered-artifact.ts';
import { readInput } from '../../jobs/attempts/read-input.ts';
import { checkArtifactName, storeArtifact } from '../../jobs/attempts/store-artifact.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBytes } from './read-bytes.ts';
import { type LeaseRoute, readLeaseKey } from './read-lease-key.ts';

export interface TransferDependencies extends LeaseDependencies {
  readonly provenance: ProvenanceIssuer;
}

type ArtifactRoute = { Params: LeaseRoute['Params'] & { name: string } };

/** The signed part of a manifest is a few hundred bytes. */
const MANIFEST_MAX_BYTES = 64 * 1024;

/** The transfers of an attempt: the input, the artifacts, and the manifest to sign. */
export function transferRoutes(routes: FastifyInstance, dependencies: TransferDependencies): void {
  const { database, provenance } = dependencies;

  routes.get<LeaseRoute>('/leases/:jobId/:attempt/init-image', async (request, reply) => {
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const input = await readInput(dependencies, lease.value);
    return input.ok ? reply.type('image/png').send(input.value) : sendProblem(reply, input.problem);
  });

  routes.put<ArtifactRoute>('/leases/:jobId/:attempt/artifacts/:name', async (request, reply) => {
    const { name } = request.params;
    const issue = checkArtifactName(name, 'name');
    if (issue !== undefined) return sendProblem(reply, invalidRequest([issue]));
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const job = await findLeasedJob(database, lease.value);
    if (job === undefined) return sendProblem(reply, leaseLost);
    const content = readBytes(request, mostArtifactBytes(job));
    if (!content.ok) return sendProblem(reply, content.problem);
    try {
      const stored = await storeArtifact(dependencies, lease.value, name, content.value);
      return stored.ok ? reply.send(stored.value) : sendProblem(reply, stored.problem);
    } catch (error) {
      // The rest of the body is not read, so the connection cannot be used for another request.
      reply.header('connection', 'close');
      throw error;
    }
  });

  // The worker builds the manifest of an image; the signing key stays on the server.
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/sign', async (request, reply) => {
    const content = readBytes(request, MANIFEST_MAX_BYTES);
    if (!content.ok) return sendProblem(reply, content.problem);
    const manifest = Buffer.concat(await content.value.toArray());
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    if ((await findLeasedJob(database, lease.value)) === undefined) return sendProblem(reply, leaseLost);
    const signature = await provenance.sign(manifest);
    return reply.type('application/octet-stream').send(Buffer.from(signature));
  });
}
