import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
} from '@peculiar/x509';
import { findCertificateDefect } from '../../../src/provenance/credentials/certificate-defects.ts';
import { loadOrCreateCredentials } from '../../../src/provenance/credentials/load-or-create-credentials.ts';
import {
  type CredentialTexts,
  readCredentials,
} from '../../../src/provenance/credentials/read-credentials.ts';
import {
  type CertificateOptions,
  certify,
  ED25519,
  FOR_AUTHORITY,
  FOR_LEAF,
  keyIdOf,
  NOW,
  P256,
  P384,
  P521,
  texts,
} from '../../support/certificates.ts';

const root = await certify({ name: 'root' });
const [DIGITAL, EMAIL] = FOR_LEAF as [KeyUsagesExtension, ExtendedKeyUsageExtension];
const SIGNS = KeyUsageFlags.digitalSignature;

async function leafWith(options: Partial<CertificateOptions>): Promise<CredentialTexts> {
  return texts(await certify({ name: 'leaf', issuer: root, ...options }), root);
}

describe('the credentials of an operator', () => {
  for (const [kind, algorithm] of Object.entries({ EdDSA: ED25519, ES256: P256, ES384: P384 })) {
    test(`are accepted with ${kind}`, async () => {
      verifies('DEC-CREDENTIAL-05');
      const read = readCredentials(await leafWith({ algorithm }), NOW, findCertificateDefect);
      assert.ok(read.ok, read.ok ? '' : read.problem);
      assert.equal(read.value.kind, kind);
      assert.equal(read.value.chain.length, 1, 'the chain does not contain the root');
      assert.equal(read.value.root?.trim(), root.certificate.toString('pem').trim());
    });
  }

  test('are accepted with an authority in between, for document signing, and without the root', async () => {
    verifies('DEC-CREDENTIAL-05');
    const middle = await certify({ name: 'middle', issuer: root, extensions: FOR_AUTHORITY });
    const forDocuments = [DIGITAL, new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.36'])];
    const leaf = await certify({ name: 'leaf', issuer: middle, extensions: forDocuments });
    const read = readCredentials(await texts(leaf, middle), NOW, findCertificateDefect);
    assert.ok(read.ok, read.ok ? '' : read.problem);
    assert.equal(read.value.chain.length, 2);
    assert.equal(read.value.root, undefined);
  });

  const DEFECTS: Readonly<Record<string, [Partial<CertificateOptions>, RegExp]>> = {
    'a certificate that expired': [{ notAfter: new Date('2026-05-31T00:00:00Z') }, /expired on 2026-05-31/],
    'a certificate that is not valid yet': [
      { notBefore: new Date('2026-07-01T00:00:00Z') },
      /not valid before 2026-07/,
    ],
    'no keyUsage': [{ extensions: [EMAIL] }, /not for digital signatures/],
    'a keyUsage without digitalSignature': [
      { extensions: [new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true), EMAIL] },
      /not for digital signatures/,
    ],
    'a keyUsage that is not critical': [
      { extensions: [new KeyUsagesExtension(SIGNS, false), EMAIL] },
      /not marked critical/,
    ],
    'a keyUsage for certificates': [
      { extensions: [new KeyUsagesExtension(SIGNS | KeyUsageFlags.keyCertSign, true), EMAIL] },
      /may sign certificates/,
    ],
    'no extendedKeyUsage': [{ extensions: [DIGITAL] }, /neither for email protection nor/],
    'a certificate for web servers': [
      { extensions: [DIGITAL, new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth])] },
      /neither for email protection nor/,
    ],
    'a certificate for any purpose': [
      {
        extensions: [
          DIGITAL,
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection, '2.5.29.37.0']),
        ],
      },
      /for any purpose/,
    ],
    'no authorityKeyIdentifier': [{ authority: false }, /does not name the key of its issuer/],
    'an authority as signer': [
      { extensions: [new BasicConstraintsExtension(true, undefined, true), DIGITAL, EMAIL] },
      /is an authority/,
    ],
    'a curve that is not used': [{ algorithm: P521 }, /of an unsupported kind/],
  };
  for (const [defect, [options, refusal]] of Object.entries(DEFECTS)) {
    test(`are rejected for ${defect}`, async () => {
      verifies('DEC-CREDENTIAL-05');
      const read = readCredentials(await leafWith(options), NOW, findCertificateDefect);
      assert.ok(!read.ok);
      assert.match(read.problem, refusal);
    });
  }

  test('are rejected when the leaf is self-signed', async () => {
    verifies('DEC-CREDENTIAL-05');
    const alone = await certify({ name: 'alone', extensions: FOR_LEAF });
    assert.match(problemOf(await texts(alone)), /signed itself/);
  });

  test('are rejected when the authority may not issue, has no subject key identifier or has expired', async () => {
    verifies('DEC-CREDENTIAL-05');
    const problemWith = async (options: Partial<CertificateOptions>) => {
      const authority = await certify({ name: 'authority', ...options });
      return problemOf(await texts(await certify({ name: 'leaf', issuer: authority }), authority));
    };
    const isAuthority = new BasicConstraintsExtension(true, undefined, true);
    assert.match(await problemWith({ extensions: FOR_LEAF }), /"O=Test, CN=authority" is not an authority/);
    assert.match(
      await problemWith({ extensions: [isAuthority, DIGITAL] }),
      /not for signing certificates \(keyUsage\)/,
    );
    const casual = new KeyUsagesExtension(KeyUsageFlags.keyCertSign, false);
    assert.match(await problemWith({ extensions: [isAuthority, casual] }), /not marked critical/);
    assert.match(await problemWith({ ownKeyId: false }), /does not name its own key/);
    assert.match(await problemWith({ notAfter: new Date('2026-02-01T00:00:00Z') }), /expired on 2026-02-01/);
  });

  test('are rejected when an authority in between does not name its issuer', async () => {
    verifies('DEC-CREDENTIAL-05');
    const middle = await certify({
      name: 'middle',
      issuer: root,
      extensions: FOR_AUTHORITY,
      authority: false,
    });
    const leaf = await certify({ name: 'leaf', issuer: middle });
    assert.match(problemOf(await texts(leaf, middle, root)), /"O=Test, CN=middle" does not name the key/);
  });

  test('are rejected when the chain is of another name, or of another key with the same name', async () => {
    verifies('DEC-CREDENTIAL-05');
    const leaf = await certify({ name: 'leaf', issuer: root });
    const strangers = [
      await certify({ name: 'stranger' }),
      await certify({ name: 'root' }),
      await certify({ name: 'root', ownKeyId: keyIdOf(root), authority: keyIdOf(root) }),
    ];
    for (const stranger of strangers) {
      assert.match(problemOf(await texts(leaf, stranger)), /was not issued by the next one in the chain/);
    }
  });

  test('are rejected when key and certificate do not belong together', async () => {
    verifies('DEC-CREDENTIAL-05');
    const [one, other] = [await leafWith({}), await leafWith({})];
    assert.match(
      problemOf({ chainPem: one.chainPem, keyPem: other.keyPem }),
      /key does not belong to the first/,
    );
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const keyPem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    assert.match(problemOf({ chainPem: one.chainPem, keyPem }), /of an unsupported kind/);
  });

  test('are rejected when a text is not PEM of the right kind, and the problem does not contain the key', async () => {
    verifies('DEC-CREDENTIAL-05');
    const { chainPem, keyPem } = await leafWith({});
    const cut = keyPem.replace(/[\w+/]{20}/, '');
    const problem = problemOf({ chainPem, keyPem: cut });
    assert.match(problem, /not a readable private key/);
    assert.ok(!problem.includes(cut.slice(30, 50)));
    assert.match(problemOf({ chainPem: '', keyPem }), /has no certificate/);
    const broken = chainPem.replace(/[\w+/]{20}/, '');
    assert.match(problemOf({ chainPem: broken, keyPem }), /not a readable certificate/);
  });
});

function problemOf(credentials: CredentialTexts): string {
  const read = readCredentials(credentials, NOW, findCertificateDefect);
  return read.ok ? 'accepted' : read.problem;
}

describe('the credentials of the service itself', () => {
  test('are created once by concurrent starts, readable by the owner only, and valid', async (t) => {
    verifies('DEC-CREDENTIAL-04');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-credentials-'));
    t.after(() => rm(dataDir, { recursive: true }));
    const starts = Array.from({ length: 6 }, () => loadOrCreateCredentials(dataDir, 'kinora.example', NOW));
    const all = await Promise.all(starts);
    all.push(await loadOrCreateCredentials(dataDir, 'kinora.example', NOW));
    for (const credentials of all) assert.deepEqual(credentials, all[0]);
    assert.deepEqual(await readdir(dataDir), ['content-credentials.pem']);
    const { mode } = await stat(path.join(dataDir, 'content-credentials.pem'));
    assert.equal(mode & 0o777, 0o600);
    const read = readCredentials(all[0] as CredentialTexts, NOW, findCertificateDefect);
    assert.ok(read.ok, read.ok ? '' : read.problem);
    assert.equal(read.value.chain.length, 1);
    assert.ok(read.value.root);
  });
});
