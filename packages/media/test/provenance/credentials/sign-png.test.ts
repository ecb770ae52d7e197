import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { PNG } from '@trustnxt/c2pa-ts/asset';
import sharp from 'sharp';
import { makeCredentials } from '../../../src/provenance/credentials/make-credentials.ts';
import { listChunks } from '../../../src/provenance/credentials/png-chunks.ts';
import {
  type CredentialTexts,
  readCredentials,
} from '../../../src/provenance/credentials/read-credentials.ts';
import { type Provenance, signPng } from '../../../src/provenance/credentials/sign-png.ts';
import { type CredentialSigner, createLocalSigner } from '../../../src/provenance/credentials/signer.ts';
import { verifyPng } from '../../../src/provenance/credentials/verify-png.ts';
import { certify, FOR_AUTHORITY, keyIdOf, P256, P384, texts } from '../../support/certificates.ts';

const PROVENANCE: Provenance = {
  claimGenerator: { name: 'Kinora', version: '0.1.0' },
  softwareAgent: { name: 'procedural', version: '1' },
  origin: 'rules',
};

function signerOf(credentials: CredentialTexts) {
  const read = readCredentials(credentials, new Date());
  assert.ok(read.ok, read.ok ? '' : read.problem);
  return { signer: createLocalSigner(read.value), root: read.value.root ?? '' };
}

const issued = signerOf(await makeCredentials('kinora.example', new Date()));
const image = new Uint8Array(await redAndBlue(64, 48).png().toBuffer());

describe('a signed image', () => {
  test('names its generator and its origin, and is valid', async () => {
    verifies('DEC-CREDENTIAL-01', 'DEC-CREDENTIAL-02');
    const signed = await signPng(image, PROVENANCE, issued.signer);
    assert.deepEqual(await verifyPng(signed), {
      present: true,
      valid: true,
      problems: [],
      signer: 'O=kinora.example, CN=Kinora content credentials',
      claimGenerator: 'Kinora 0.1.0',
      softwareAgent: 'procedural 1',
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    });
    const modelled = await signPng(image, { ...PROVENANCE, origin: 'trained-model' }, issued.signer);
    const { digitalSourceType } = await verifyPng(modelled);
    assert.match(digitalSourceType ?? '', /\/trainedAlgorithmicMedia$/);
  });

  test('has the same pixels in the same bytes, and grows by less than 4 KB', async () => {
    verifies('DEC-CREDENTIAL-03');
    const large = new Uint8Array(await redAndBlue(1280, 720).png().toBuffer());
    for (const png of [image, large]) {
      const signed = await signPng(png, PROVENANCE, issued.signer);
      const [before, after] = [await sharp(png).raw().toBuffer(), await sharp(signed).raw().toBuffer()];
      assert.ok(before.equals(after));
      const [manifest, ...more] = listChunks(signed).filter(({ type }) => type === 'caBX');
      assert.ok(manifest && more.length === 0);
      const rest = Buffer.concat([
        signed.subarray(0, manifest.start),
        signed.subarray(manifest.start + manifest.length),
      ]);
      assert.ok(rest.equals(png), 'the original bytes are unchanged');
      assert.ok(manifest.length < 4096, `${manifest.length} bytes`);
    }
  });

  test('is the same file for the same input, and a different one for a different input', async () => {
    verifies('DEC-CREDENTIAL-03');
    const signed = await signPng(image, PROVENANCE, issued.signer);
    assert.deepEqual(await signPng(image, { ...PROVENANCE }, issued.signer), signed);
    const other = await signPng(image, { ...PROVENANCE, title: 'another' }, issued.signer);
    assert.notDeepEqual(nameOf(other), nameOf(signed));
  });

  test('is not signed twice', async () => {
    const signed = await signPng(image, PROVENANCE, issued.signer);
    await assert.rejects(signPng(signed, PROVENANCE, issued.signer), /has content credentials already/);
  });

  for (const [kind, algorithm] of Object.entries({ ES256: P256, ES384: P384 })) {
    test(`is valid with an operator's chain and ${kind}`, async () => {
      verifies('DEC-CREDENTIAL-05');
      const root = await certify({ name: 'root', algorithm });
      const middle = await certify({ name: 'middle', issuer: root, algorithm, extensions: FOR_AUTHORITY });
      const leaf = await certify({ name: 'leaf', issuer: middle, algorithm });
      const { signer } = signerOf(await texts(leaf, middle, root));
      const signed = await signPng(image, PROVENANCE, signer);
      const verification = await verifyPng(signed, [root.certificate.toString('pem')]);
      assert.deepEqual(verification.problems, []);
      assert.equal(verification.trusted, true);
    });
  }

  test('can be signed by a key on another machine', async (t) => {
    verifies('DEC-CREDENTIAL-06');
    const server = createServer(async (request, reply) => {
      reply.end(await issued.signer.sign(await buffer(request)));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const remote: CredentialSigner = {
      kind: issued.signer.kind,
      chain: issued.signer.chain,
      async sign(bytes) {
        const response = await fetch(url, { method: 'POST', body: Uint8Array.from(bytes) });
        return new Uint8Array(await response.arrayBuffer());
      },
    };
    const signed = await signPng(image, PROVENANCE, remote);
    assert.deepEqual(signed, await signPng(image, PROVENANCE, issued.signer));
  });
});

describe('checking an image', () => {
  test('finds every changed byte', async () => {
    verifies('DEC-CREDENTIAL-07');
    const signed = await signPng(image, PROVENANCE, issued.signer);
    for (let at = 0; at < signed.length; at += 3) {
      const changed = signed.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const valid = await verifyPng(changed).then(
        (verification) => verification.valid,
        (error: Error) => assert.match(error.message, /^The (data is not a PNG|PNG is cut short)/),
      );
      assert.ok(!valid, `byte ${at} of ${signed.length}`);
    }
  });

  test('finds changed pixels, statements and signatures though the checksums were repaired', async () => {
    verifies('DEC-CREDENTIAL-07');
    const signed = await signPng(image, PROVENANCE, issued.signer);
    const text = Buffer.from(signed).toString('latin1');
    const chunks = listChunks(signed);
    const pixels = chunks.find(({ type }) => type === 'IDAT');
    const changes: readonly (readonly [number, RegExp])[] = [
      [(pixels?.start ?? 0) + 12, /The image was changed/],
      [text.indexOf('algorithmicMedia'), /A statement of the manifest was changed/],
      [text.indexOf('Kinora') + 1, /The signature does not fit/],
      [text.lastIndexOf('X@') + 10, /The signature does not fit/],
    ];
    for (const [at, problem] of changes) {
      const changed = signed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { present, valid, problems } = await verifyPng(repaired(changed));
      assert.deepEqual([present, valid], [true, false]);
      assert.match(problems.join(' '), problem);
    }
  });

  test('finds data put before, behind or in place of the image', async () => {
    verifies('DEC-CREDENTIAL-07');
    const signed = await signPng(image, PROVENANCE, issued.signer);
    const appended = Buffer.concat([signed, Buffer.from('more')]);
    assert.match((await verifyPng(appended)).problems.join(), /The image was changed/);
    const manifest = chunkBytes(signed, 'caBX');
    const header = 33;
    const otherImage = new Uint8Array(await redAndBlue(64, 50).png().toBuffer());
    const moved = Buffer.concat([otherImage.subarray(0, header), manifest, otherImage.subarray(header)]);
    assert.match((await verifyPng(moved)).problems.join(), /The image was changed/);
    const doubled = Buffer.concat([signed.subarray(0, header), manifest, signed.subarray(header)]);
    assert.match((await verifyPng(doubled)).problems.join(), /more than one set/);
  });

  test('finds a signature that leaves out a part of the image', async (t) => {
    verifies('DEC-CREDENTIAL-07');
    const original = PNG.prototype.getHashExclusionRange;
    t.mock.method(PNG.prototype, 'getHashExclusionRange', function wider(this: PNG) {
      const { start, length } = original.call(this);
      return { start, length: length + 40 };
    });
    const signed = await signPng(image, PROVENANCE, issued.signer);
    t.mock.restoreAll();
    const { valid, problems } = await verifyPng(signed);
    assert.equal(valid, false);
    assert.match(problems.join(), /does not cover the whole image/);
  });

  test('reports when there are no credentials', async () => {
    verifies('DEC-CREDENTIAL-07');
    assert.deepEqual(await verifyPng(image), { present: false, valid: false, problems: [] });
    await assert.rejects(verifyPng(Buffer.from('GIF89a, not a PNG')), /not a PNG/);
    await assert.rejects(verifyPng(image.subarray(0, -20)), /cut short/);
  });

  test('trusts only a signer whose chain ends at a given root', async () => {
    verifies('DEC-CREDENTIAL-08');
    const stranger = signerOf(await makeCredentials('kinora.example', new Date()));
    const signed = await signPng(image, PROVENANCE, stranger.signer);
    const trustIn = async (...roots: string[]) => {
      const { valid, trusted } = await verifyPng(signed, roots);
      return [valid, trusted];
    };
    assert.deepEqual(await trustIn(), [true, undefined]);
    assert.deepEqual(await trustIn(issued.root), [true, false]);
    assert.deepEqual(await trustIn(issued.root, stranger.root), [true, true]);
  });

  test('does not trust a signer that only names a trusted root as its issuer', async () => {
    verifies('DEC-CREDENTIAL-08');
    const root = await certify({ name: 'root' });
    const impostor = await certify({ name: 'root', ownKeyId: keyIdOf(root) });
    const leaf = await certify({ name: 'leaf', issuer: impostor, authority: keyIdOf(root) });
    const { signer } = signerOf(await texts(leaf));
    const signed = await signPng(image, PROVENANCE, signer);
    const { valid, trusted } = await verifyPng(signed, [root.certificate.toString('pem')]);
    assert.deepEqual([valid, trusted], [true, false]);
  });

  test('does not trust a chain of certificates that did not issue each other', async () => {
    verifies('DEC-CREDENTIAL-08');
    const root = await certify({ name: 'root' });
    const impostor = await certify({ name: 'root' });
    const leaf = await certify({ name: 'leaf', issuer: impostor });
    const { signer } = signerOf(await texts(leaf, impostor));
    const rootDer = new Uint8Array(root.certificate.rawData);
    const forged: CredentialSigner = { ...signer, chain: [...signer.chain, rootDer] };
    const verification = await verifyPng(await signPng(image, PROVENANCE, forged), [
      root.certificate.toString('pem'),
    ]);
    assert.deepEqual([verification.valid, verification.trusted], [false, false]);
    assert.match(verification.problems.join(), /do not belong together/);
  });
});

function chunkBytes(png: Uint8Array, type: string): Uint8Array {
  const chunk = listChunks(png).find((one) => one.type === type);
  assert.ok(chunk);
  return png.subarray(chunk.start, chunk.start + chunk.length);
}

function nameOf(signed: Uint8Array): string | undefined {
  return /urn:c2pa:[0-9a-f-]{36}/.exec(Buffer.from(signed).toString('latin1'))?.[0];
}

/** The file with correct checksums. */
function repaired(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (const { start, length } of listChunks(png)) {
    view.setUint32(start + length - 4, crc32(png.subarray(start + 4, start + length - 4)));
  }
  return png;
}
