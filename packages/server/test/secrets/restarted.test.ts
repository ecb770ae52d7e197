import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  loadOrCreateCredentials,
  replaceCredentials,
} from '@kinora/media/provenance/credentials/load-or-create-credentials';
import { type CredentialTexts, readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { signPng } from '@kinora/media/provenance/credentials/sign-png';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { changeSecrets } from '../../src/secrets/change-secrets.ts';
import { loadSecrets, newSecret } from '../../src/secrets/secrets-file.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { send, startTestApp } from '../support/test-app.ts';

/** What changes at the next start of the servers. */

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-restarted-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

const start = () => startTestApp({ environment: { KINORA_DATA_DIR: dataDir } });

/** Whether a worker with this token may stop, which changes nothing. */
async function isAccepted(url: string, token: string): Promise<boolean> {
  const { status } = await send(`${url}/worker/v1/stopped`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(leaseRequest()),
  });
  return status !== 401;
}

test('the former token of workers ends when the servers restart', async () => {
  verifies('DEC-SECRET-03', 'DEC-SECRET-05');
  const first = await start();
  const { workerToken: former } = await loadSecrets(dataDir);
  assert.ok(await isAccepted(first.url, former));
  const { workerToken: next } = await first.database.transaction((tx) =>
    changeSecrets(tx, dataDir, (secrets) => ({ ...secrets, workerToken: newSecret() })),
  );
  assert.ok(await isAccepted(first.url, former), 'the worker that this server started still has it');
  await first.stop();
  const second = await start();
  assert.ok(!(await isAccepted(second.url, former)));
  assert.ok(await isAccepted(second.url, next));
  await second.stop();
});

function signerOf(texts: CredentialTexts) {
  const read = readCredentials(texts, new Date());
  assert.ok(read.ok);
  return { signer: createLocalSigner(read.value), root: read.value.root ?? '' };
}

test('an image that a replaced certificate signed stays valid, and its certificates are kept', async () => {
  verifies('DEC-SECRET-03', 'DEC-SECRET-04');
  const image = new Uint8Array(await redAndBlue(64, 48).png().toBuffer());
  const as = {
    claimGenerator: { name: 'Kinora', version: '0.1.0' },
    softwareAgent: { name: 'procedural', version: '1' },
    origin: 'rules',
  } as const;
  const former = signerOf(await loadOrCreateCredentials(dataDir, 'Kinora', new Date()));
  const signed = await signPng(image, as, former.signer);
  const kept = await replaceCredentials(dataDir, 'Kinora', new Date());
  const next = signerOf(await loadOrCreateCredentials(dataDir, 'Kinora', new Date()));

  assert.ok(kept !== undefined && (await readdir(dataDir)).includes(kept));
  const certificates = await readFile(path.join(dataDir, kept), 'utf8');
  assert.ok(certificates.includes(former.root.trim()) && !certificates.includes('PRIVATE KEY'));
  const verified = await verifyPng(signed, [former.root]);
  assert.deepEqual([verified.valid, verified.trusted], [true, true]);
  const later = await verifyPng(await signPng(image, as, next.signer), [former.root]);
  assert.deepEqual([later.valid, later.trusted], [true, false]);
});
