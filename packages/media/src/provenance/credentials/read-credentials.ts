import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { ok, type Result, refused } from '@kinora/contract';

/** The supported signature algorithms, by their names in COSE (RFC 9053). */
export type SignatureKind = 'EdDSA' | 'ES256' | 'ES384';

/** A private key and the certificates that vouch for it. */
export interface SigningCredentials {
  readonly kind: SignatureKind;
  readonly key: KeyObject;
  /** The chain of a signer: DER, leaf first, without the root. */
  readonly chain: readonly Uint8Array[];
  /** The self-signed certificate at the end of the chain, as PEM, if it was given. */
  readonly root: string | undefined;
}

export interface CredentialTexts {
  /** Certificates one after the other, the signer's own first; the root may be left out. */
  readonly chainPem: string;
  /** PKCS#8 or SEC 1, not encrypted. */
  readonly keyPem: string;
}

/**
 * Reads the signing credentials. Those that this service has not made itself are given to `findDefect`, which checks them as
 * a verifier will, so that a wrong certificate fails at the start and not on a customer's image. The problem is a sentence for
 * the operator.
 */
export function readCredentials(
  texts: CredentialTexts,
  now: Date,
  findDefect?: FindDefect,
): Result<SigningCredentials, string> {
  let key: KeyObject;
  let certificates: X509Certificate[];
  try {
    key = createPrivateKey(texts.keyPem);
  } catch {
    return refused('The signing key is not a readable private key; give it as PEM, not encrypted.');
  }
  try {
    certificates = splitPem(texts.chainPem).map((pem) => new X509Certificate(pem));
  } catch {
    return refused('The certificate chain has a part that is not a readable certificate.');
  }
  const [leaf] = certificates;
  if (leaf === undefined) return refused('The certificate chain has no certificate; give it as PEM.');
  const kind = kindOf(key);
  if (kind === undefined) {
    return refused('The signing key is of an unsupported kind; use Ed25519, or EC on P-256 or P-384.');
  }
  if (!leaf.checkPrivateKey(key)) {
    return refused('The signing key does not belong to the first certificate of the chain.');
  }
  const defect = findDefect?.(certificates, now);
  if (defect !== undefined) return refused(defect);
  const root = certificates.find((certificate) => certificate.checkIssued(certificate));
  const chain = certificates
    .filter((certificate) => certificate !== root)
    .map(({ raw }) => new Uint8Array(raw));
  return ok({ kind, key, chain, root: root?.toString() });
}

/** The reason why verifiers would reject a signature with this chain; its library is loaded where it is needed. */
type FindDefect = (chain: readonly X509Certificate[], now: Date) => string | undefined;

function kindOf(key: KeyObject): SignatureKind | undefined {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (key.asymmetricKeyType !== 'ec') return undefined;
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (curve === 'prime256v1') return 'ES256';
  return curve === 'secp384r1' ? 'ES384' : undefined;
}

function splitPem(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
