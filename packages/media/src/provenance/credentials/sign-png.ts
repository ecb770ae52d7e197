import { createHash } from 'node:crypto';
import { X509Certificate } from '@peculiar/x509';
import { PNG } from '@trustnxt/c2pa-ts/asset';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';

import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DataHashAssertion,
  DigitalSourceType,
  ManifestStore,
} from '@trustnxt/c2pa-ts/manifest';
import { CREDENTIALS_CHUNK, listChunks } from './png-chunks.ts';
import type { SignatureKind } from './read-credentials.ts';
import type { CredentialSigner } from './signer.ts';

/** A program and its version. */
interface Agent {
  readonly name: string;
  readonly version: string;
}

/** The statements about an image. Nothing here may reveal who requested it, when, or with which prompt. */
export interface Provenance {
  /** The service that signs. */
  readonly claimGenerator: Agent;
  /** The engine that rendered the image. */
  readonly softwareAgent: Agent;
  /** How: by rules alone, or by a model that learned from samples. */
  readonly origin: 'rules' | 'trained-model';
  readonly title?: string;
}

const SOURCE_TYPES = {
  'trained-model': DigitalSourceType.TrainedAlgorithmicMedia,
  rules: DigitalSourceType.AlgorithmicMedia,
};
const COSE = {
  EdDSA: CoseAlgorithmIdentifier.Ed25519,
  ES256: CoseAlgorithmIdentifier.ES256,
  ES384: CoseAlgorithmIdentifier.ES384,
} as const satisfies Record<SignatureKind, CoseAlgorithmIdentifier>;

const HASH = 'SHA-256';
/** Room for the largest signature (96 bytes); the library's default would add 25 KB to every image. */
const SIGNATURE_ROOM_BYTES = 200;
/** Room for the position of the manifest in the file, two numbers. */
const POSITION_ROOM_BYTES = 50;

/**
 * Adds a signed C2PA manifest to a finished PNG. The pixels do not change, and the file must not change afterwards:
 * watermark first, then sign. The manifest and its names derive from the image and the statements about it, so with a
 * deterministic signature (EdDSA) the same input gives the same file. With ECDSA only the signature differs.
 */
export async function signPng(
  png: Uint8Array,
  provenance: Provenance,
  signer: CredentialSigner,
): Promise<Uint8Array> {
  if (listChunks(png).some((chunk) => chunk.type === CREDENTIALS_CHUNK)) {
    throw new Error('The image has content credentials already; sign an image that was re-encoded.');
  }
  const cose = coseSigner(signer);
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: 'image/png',
    // This string is part of the input of derived names: another one would change every file.
    instanceID: `xmp:iid:${nameFrom('picture', png)}`,
    defaultHashAlgorithm: HASH,
    signer: cose,
  });
  const { claim, signature } = manifest;
  if (claim === undefined || signature === undefined) throw new Error('The manifest has no claim.');
  // This replaces the library's random name.
  manifest.label = `urn:c2pa:${nameFrom('manifest', png, JSON.stringify(facts(provenance)), ...signer.chain)}`;
  claim.claimGeneratorName = provenance.claimGenerator.name;
  claim.claimGeneratorVersion = provenance.claimGenerator.version;
  claim.title = provenance.title;
  signature.signatureData.paddingLength = SIGNATURE_ROOM_BYTES;
  const binding = DataHashAssertion.create(HASH, POSITION_ROOM_BYTES);
  binding.name = 'jumbf manifest';
  manifest.addAssertion(binding);
  manifest.addAssertion(createdBy(provenance));

  // A copy, because the library modifies its input.
  const asset = new PNG(png.slice());
  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(cose);
  await asset.writeManifestJUMBF(store.getBytes());
  return asset.getDataRange();
}

function createdBy({ softwareAgent, origin }: Provenance): ActionAssertion {
  const { name, version } = softwareAgent;
  const created = new ActionAssertion();
  created.actions = [
    {
      action: ActionType.C2paCreated,
      digitalSourceType: SOURCE_TYPES[origin],
      softwareAgent: { name, version },
    },
  ];
  return created;
}

function coseSigner({ kind, chain, sign }: CredentialSigner): Signer {
  const [certificate, ...chainCertificates] = chain.map((der) => new X509Certificate(Uint8Array.from(der)));
  if (certificate === undefined) throw new Error('The signer has no certificate.');
  return { algorithm: COSE[kind], certificate, chainCertificates, sign };
}

/** The keys are sorted, so that the bytes do not depend on the order in the object. */
function facts({ claimGenerator, softwareAgent, origin, title }: Provenance): readonly unknown[] {
  return [...[claimGenerator, softwareAgent].flatMap(({ name, version }) => [name, version]), origin, title];
}

/** A UUID of the form C2PA requires, from the bits of a digest instead of random ones. */
function nameFrom(purpose: string, ...parts: readonly (Uint8Array | string)[]): string {
  const digest = createHash('sha256').update(purpose);
  for (const part of parts) digest.update(createHash('sha256').update(part).digest());
  const hex = digest.digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
