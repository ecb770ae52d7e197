import { webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { CredentialTexts } from '../../src/provenance/credentials/read-credentials.ts';

/** Certificates as an operator might supply them: valid ones, and those that must be rejected. */

export const ED25519 = { name: 'Ed25519' };
export const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
export const P384 = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' };
export const P521 = { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' };

export const NOW = new Date('2026-06-01T12:00:00Z');
const FROM = new Date('2026-01-01T00:00:00Z');
const UNTIL = new Date('2046-01-01T00:00:00Z');

export interface CertifiedKey {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface CertificateOptions {
  readonly name: string;
  readonly algorithm?: typeof ED25519;
  /** Without it, the certificate signs itself. */
  readonly issuer?: CertifiedKey;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly extensions?: readonly Extension[];
  /** A wrong authority and subject key identifier: none, or this value in hexadecimal. */
  readonly authority?: false | string;
  readonly ownKeyId?: false | string;
}

export const FOR_LEAF = [
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection]),
];
export const forServer = (name: string): Extension[] => [
  new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
];
export const FOR_AUTHORITY = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
];

export async function certify(options: CertificateOptions): Promise<CertifiedKey> {
  const { algorithm = P256, issuer, extensions = issuer ? FOR_LEAF : FOR_AUTHORITY } = options;
  const usages: KeyUsage[] = ['sign', 'verify'];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, usages)) as webcrypto.CryptoKeyPair;
  const signing = issuer?.keys ?? keys;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '0123456789',
    subject: [{ O: ['Test'] }, { CN: [options.name] }],
    issuer: issuer?.certificate.subjectName ?? [{ O: ['Test'] }, { CN: [options.name] }],
    notBefore: options.notBefore ?? FROM,
    notAfter: options.notAfter ?? UNTIL,
    publicKey: keys.publicKey,
    signingKey: signing.privateKey,
    signingAlgorithm: { ...signing.privateKey.algorithm, hash: hashOf(signing.privateKey.algorithm) },
    extensions: [...extensions, ...(await namedKeys(options, signing.publicKey, keys.publicKey))],
  });
  return { certificate, keys };
}

async function namedKeys(
  { authority, ownKeyId }: CertificateOptions,
  issuerKey: webcrypto.CryptoKey,
  key: webcrypto.CryptoKey,
): Promise<Extension[]> {
  const named: Extension[] = [];
  if (authority === undefined) named.push(await AuthorityKeyIdentifierExtension.create(issuerKey));
  else if (authority) named.push(new AuthorityKeyIdentifierExtension(authority));
  if (ownKeyId === undefined) named.push(await SubjectKeyIdentifierExtension.create(key));
  else if (ownKeyId) named.push(new SubjectKeyIdentifierExtension(ownKeyId));
  return named;
}

/** The subject key identifier of a certificate, in hexadecimal. */
export function keyIdOf({ certificate }: CertifiedKey): string {
  return certificate.getExtension(SubjectKeyIdentifierExtension)?.keyId ?? '';
}

type KeyUsage = webcrypto.KeyUsage;

function hashOf(algorithm: webcrypto.KeyAlgorithm): string {
  const curve = 'namedCurve' in algorithm ? algorithm.namedCurve : undefined;
  return curve === 'P-384' ? 'SHA-384' : curve === 'P-521' ? 'SHA-512' : 'SHA-256';
}

/** As texts, the key being that of the first. */
export async function texts(...keys: readonly [CertifiedKey, ...CertifiedKey[]]): Promise<CredentialTexts> {
  const key = await webcrypto.subtle.exportKey('pkcs8', keys[0].keys.privateKey);
  return {
    chainPem: keys.map(({ certificate }) => certificate.toString('pem')).join('\n'),
    keyPem: PemConverter.encode(key, 'PRIVATE KEY'),
  };
}
