import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { makeCredentials } from '@kinora/media/provenance/credentials/make-credentials';
import { readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { createProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { createFinisher } from '../src/finish-media.ts';
import type { LeaseClient } from '../src/lease-client.ts';

for (const [origin, type] of [
  ['rules', 'algorithmicMedia'],
  ['trained-model', 'trainedAlgorithmicMedia'],
] as const) {
  test(`an image of origin ${origin} is signed as ${type}, for any name of the engine`, async (t) => {
    verifies('DEC-CREDENTIAL-01', 'DEC-CREDENTIAL-02');
    const credentials = readCredentials(await makeCredentials('kinora.example', new Date()), new Date());
    assert.ok(credentials.ok);
    const key = randomBytes(32).toString('hex');
    const issuer = createProvenanceIssuer({ key, version: 1 }, createLocalSigner(credentials.value));
    const lease = { provenance: issuer.issue(issuer.tagOf('an account')) } as Lease;
    const client = { sign: (_lease, bytes) => issuer.sign(bytes) } as LeaseClient;
    const finisher = createFinisher({ name: 'procedural', version: '1', origin }, undefined);
    t.after(() => finisher.close());
    const png = new Uint8Array(await redAndBlue(256, 256).png().toBuffer());
    const media = { bytes: png, mime: 'image/png', width: 256, height: 256 } as const;
    const { bytes } = await finisher.finish(media, lease, client, new AbortController().signal);
    const { valid, digitalSourceType } = await verifyPng(bytes);
    assert.deepEqual([valid, digitalSourceType?.split('/').at(-1)], [true, type]);
  });
}
