import {
  invalidRequest,
  problem,
  storeCheck,
  type UploadCheck,
  type UploadLink,
  uploadLinkRequestSchema,
} from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { FastifyInstance } from 'fastify';
import type { LeaseDependencies } from '../../attempt/leases.ts';
import { findLeasedJob, leaseLost, recordSigned } from '../../attempt/leases.ts';
import { linkUpload } from '../../attempt/link-upload.ts';
import { maxArtifactBytes } from '../../attempt/ordered-artifact.ts';
import { readInput } from '../../attempt/read-input.ts';
import { checkArtifactName, storeArtifact } from '../../attempt/store-artifact.ts';
import { createCallRate } from '../../kernel/call-rate.ts';
import { FIRST_ID, sha256 } from '../../kernel/ids.ts';
import { artifactKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { sendProblem } from '../problem-handler.ts';
import { callingWorkerOf } from './authenticate-worker.ts';
import { createStoreLatest } from './latest-upload.ts';
import { readBytes } from './read-bytes.ts';
import { type LeaseRoute, readLeaseCall, readLeaseKey } from './read-lease-key.ts';

export interface TransferDependencies extends LeaseDependencies {
  readonly provenance: ProvenanceIssuer;
}

type ArtifactRoute = { Params: LeaseRoute['Params'] & { name: string } };

/** The signed part of a manifest is a few hundred bytes. */
const MANIFEST_MAX_BYTES = 64 * 1024;

const TAKES_BYTES = { config: { takesBytes: true } } as const;

const CHECK_MAX_BYTES = 64 * 1024 * 1024;
const TEST_LINK_SECONDS = 120;

const CHECK_WINDOW_MS = 60_000;
/** The limit for one token at one server. A worker checks once before its first job, and again after half a minute if it failed. */
const MAX_CHECKS = 120;
const checkedTooOften = problem(
  'rate_limited',
  `At most ${MAX_CHECKS} upload checks a minute are allowed for one token. Wait a minute; give each machine its own token.`,
);
/** In the place of the id of a token, for the shared one. */
const SHARED_TOKEN = FIRST_ID;

/** Each token has one test blob, of a few bytes. It belongs to no job, so the sweep deletes it. */
async function testLink(blobs: Blobs, tokenId: string | null): Promise<string | null> {
  const key = artifactKey(tokenId ?? SHARED_TOKEN, 1, 'result.png');
  const link = { expiresSeconds: TEST_LINK_SECONDS, mime: 'image/png', bytes: storeCheck.length };
  return (await blobs.presignPut(key, link).catch(() => undefined)) ?? null;
}

const serverSigns = invalidRequest([
  { path: '', message: 'the server marks and signs the images of a worker with a token of its own' },
]);
const signedOther = invalidRequest([{ path: '', message: 'another manifest of this attempt was signed' }]);

/** The transfers of an attempt: the input, the artifacts, and the manifest to sign. */
export function transferRoutes(routes: FastifyInstance, dependencies: TransferDependencies): void {
  const { database, provenance } = dependencies;
  const storeLatest = createStoreLatest();
  const mayCheck = createCallRate(MAX_CHECKS, CHECK_WINDOW_MS);

  routes.get<LeaseRoute>('/leases/:jobId/:attempt/init-image', async (request, reply) => {
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const input = await readInput(dependencies, lease.value);
    return input.ok ? reply.type('image/png').send(input.value) : sendProblem(reply, input.problem);
  });

  routes.put<ArtifactRoute>(
    '/leases/:jobId/:attempt/artifacts/:name',
    TAKES_BYTES,
    async (request, reply) => {
      const { name } = request.params;
      const issue = checkArtifactName(name, 'name');
      if (issue !== undefined) return sendProblem(reply, invalidRequest([issue]));
      const lease = readLeaseKey(request);
      if (!lease.ok) return sendProblem(reply, lease.problem);
      const job = await findLeasedJob(database, lease.value);
      if (job === undefined) return sendProblem(reply, leaseLost);
      const content = readBytes(request, maxArtifactBytes(job));
      if (!content.ok) return sendProblem(reply, content.problem);
      try {
        const stored = await storeLatest(lease.value, request, () =>
          storeArtifact(dependencies, lease.value, name, content.value),
        );
        return stored.ok ? reply.send(stored.value) : sendProblem(reply, stored.problem);
      } catch (error) {
        // The rest of the body is not read, so the connection cannot be used for another request.
        reply.header('connection', 'close');
        throw error;
      }
    },
  );

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/upload-link', async (request, reply) => {
    const call = readLeaseCall(uploadLinkRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const link = await linkUpload(dependencies, lease, body.bytes);
    if (!link.ok) return sendProblem(reply, link.problem);
    const view: UploadLink = { upload_url: link.value };
    return reply.send(view);
  });

  // What is between a worker and this server shows only when a result is large; the worker tries it before it renders one.
  routes.post('/upload-check', TAKES_BYTES, async (request, reply) => {
    const { tokenId } = callingWorkerOf(request);
    if (!mayCheck(tokenId ?? SHARED_TOKEN))
      return sendProblem(reply.header('connection', 'close'), checkedTooOften);
    const content = readBytes(request, CHECK_MAX_BYTES);
    if (!content.ok) return sendProblem(reply, content.problem);
    let bytes = 0;
    for await (const chunk of content.value as AsyncIterable<Uint8Array>) bytes += chunk.length;
    const check: UploadCheck = { bytes, upload_url: await testLink(dependencies.blobs, tokenId) };
    return reply.send(check);
  });

  // The worker that the server starts builds the manifest of an image; the signing key stays on the server.
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/sign', TAKES_BYTES, async (request, reply) => {
    const content = readBytes(request, MANIFEST_MAX_BYTES);
    if (!content.ok) return sendProblem(reply, content.problem);
    const manifest = Buffer.concat(await content.value.toArray());
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    if (callingWorkerOf(request).tokenId !== null) return sendProblem(reply, serverSigns);
    if ((await findLeasedJob(database, lease.value)) === undefined) return sendProblem(reply, leaseLost);
    if (!(await recordSigned(database, lease.value, sha256(manifest))))
      return sendProblem(reply, signedOther);
    const signature = await provenance.sign(manifest);
    return reply.type('application/octet-stream').send(Buffer.from(signature));
  });
}
