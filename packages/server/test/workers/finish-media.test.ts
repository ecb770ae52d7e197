import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { makeCredentials } from '../../src/provenance/credentials/make-credentials.ts';
import { readCredentials } from '../../src/provenance/credentials/read-credentials.ts';
import { createLocalSigner } from '../../src/provenance/credentials/signer.ts';
import { verifyPng } from '../../src/provenance/credentials/verify-png.ts';
import { createProvenanceIssuer } from '../../src/provenance/issuer.ts';
import { createFinisher } from '../../src/workers/finish-media.ts';
import type { LeaseClient } from '../../src/workers/lease-client.ts';
import { verifies } from '../requirements.ts';
import { redAndBlue } from '../support/pictures.ts';

for (const [origin, type] of [
  ['rules', 'algorithmicMedia'],
  ['trained-model', 'trainedAlgorithmicMedia'],
] as const) {
  test(`an image of origin ${origin} is signed as ${type}, whatever the engine is called`, async (t) => {
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
