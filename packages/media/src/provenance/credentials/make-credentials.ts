import { randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { CredentialTexts } from './read-credentials.ts';

/** Long, because these are never renewed by hand and images are verified years after their creation. */
const VALID_YEARS = 20;

/** Ed25519, because its signatures are the same each time: a seed gives the same file again. */
const ALGORITHM = { name: 'Ed25519' };

/**
 * Creates a self-issued certificate and the root that issued it. They prove that two files come from the same
 * service, not who runs it: no known authority vouches for the root. Its key is discarded here, so nothing more is
 * ever issued from it.
 */
export async function makeCredentials(organisation: string, now: Date): Promise<CredentialTexts> {
  const notBefore = new Date(now);
  // The clock of a verifier may be behind.
  notBefore.setUTCDate(notBefore.getUTCDate() - 1);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + VALID_YEARS);
  const named = (name: string): JsonName => [{ O: [organisation] }, { CN: [name] }];
  const rootKeys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: named('Kinora root'),
    notBefore,
    notAfter,
    keys: rootKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const leaf = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: named('Kinora content credentials'),
    issuer: root.subjectName,
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection]),
      await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    chainPem: `${leaf.toString('pem')}\n${root.toString('pem')}\n`,
    keyPem: `${PemConverter.encode(key, 'PRIVATE KEY')}\n`,
  };
}

/** Positive, as the standard requires. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}
