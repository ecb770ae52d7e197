import { X509Certificate } from 'node:crypto';
import { PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  ActionAssertion,
  DataHashAssertion,
  type Manifest,
  ManifestStore,
  ValidationResult,
} from '@trustnxt/c2pa-ts/manifest';
import { CREDENTIALS_CHUNK, listChunks } from './png-chunks.ts';

export interface Verification {
  /** Whether the file has content credentials at all, valid or not. */
  readonly present: boolean;
  /** Whether file and manifest are exactly what was signed, by any signer. */
  readonly valid: boolean;
  /** Whether one of the given roots issued the signer's certificate; absent when no root was given. */
  readonly trusted?: boolean;
  /** The subject of the signer's certificate, as the signer wrote it. */
  readonly signer?: string;
  readonly claimGenerator?: string;
  readonly softwareAgent?: string;
  readonly digitalSourceType?: string;
  /** Why it is not valid, as sentences. */
  readonly problems: readonly string[];
}

/**
 * Reads and checks the content credentials of a PNG. `rootsPem` are the trusted authorities. Throws when
 * the data is no PNG; a manifest that cannot be read is a problem.
 */
export async function verifyPng(png: Uint8Array, rootsPem: readonly string[] = []): Promise<Verification> {
  const chunks = listChunks(png).filter(({ type }) => type === CREDENTIALS_CHUNK);
  const [chunk, ...more] = chunks;
  if (chunk === undefined) return { present: false, valid: false, problems: [] };
  const problems: string[] = [];
  if (more.length > 0) {
    return { present: true, valid: false, problems: ['There is more than one set of content credentials.'] };
  }
  // Some bytes around the manifest are not signed; damage there changes nothing that is read, but is reported.
  if (!chunk.intact) problems.push('The content credentials are damaged: their checksum does not fit.');
  let manifest: Manifest | undefined;
  let chain: X509Certificate[] = [];
  try {
    const asset = new PNG(png.slice());
    const store = ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(asset.getManifestJUMBF() ?? [])));
    manifest = store.getActiveManifest();
    if (!coversAllElse(manifest, chunk)) {
      problems.push(
        'The signature does not cover the whole image, or not in a way that can be checked here.',
      );
    }
    problems.push(...sentences(await store.validate(asset)));
    chain = chainOf(manifest);
    if (!isChain(chain)) problems.push('The certificates of the signer do not belong together.');
  } catch (error) {
    problems.push(...sentences(ValidationResult.fromError(error as Error)));
  }
  return {
    present: true,
    valid: problems.length === 0,
    problems: [...new Set(problems)],
    ...(rootsPem.length > 0 && { trusted: problems.length === 0 && isTrusted(chain, rootsPem) }),
    ...(manifest && statementsOf(manifest)),
  };
}

/**
 * The library checks the hash of what is covered, not that everything is covered, and skips bindings of unknown
 * kinds.
 */
function coversAllElse(manifest: Manifest | undefined, chunk: { start: number; length: number }): boolean {
  const bindings = manifest?.assertions?.getHardBindings() ?? [];
  const [binding] = bindings;
  if (bindings.length !== 1 || !(binding instanceof DataHashAssertion)) return false;
  const [left, ...more] = binding.exclusions;
  return more.length === 0 && left?.start === chunk.start && left.length === chunk.length;
}

function chainOf(manifest: Manifest | undefined): X509Certificate[] {
  const data = manifest?.signature?.signatureData;
  if (data?.certificate === undefined) return [];
  return [data.certificate, ...data.chainCertificates].map(
    ({ rawData }) => new X509Certificate(Buffer.from(rawData)),
  );
}

function isChain(chain: readonly X509Certificate[]): boolean {
  return chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined || isIssuedBy(certificate, issuer);
  });
}

function isTrusted(chain: readonly X509Certificate[], rootsPem: readonly string[]): boolean {
  const last = chain.at(-1);
  return (
    last !== undefined &&
    rootsPem.some((pem) => {
      const root = new X509Certificate(pem);
      return last.raw.equals(root.raw) || isIssuedBy(last, root);
    })
  );
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function statementsOf({ claim, signature, assertions }: Manifest): Partial<Verification> {
  const subject = signature?.signatureData.certificate?.subject;
  const actions = assertions?.assertions.filter((one) => one instanceof ActionAssertion) ?? [];
  const created = actions.flatMap((one) => one.actions).find((action) => action.action === 'c2pa.created');
  const agent = (name?: string, version?: string) => [name, version].filter(Boolean).join(' ');
  return {
    ...(subject !== undefined && { signer: subject }),
    ...(claim && { claimGenerator: agent(claim.claimGeneratorName, claim.claimGeneratorVersion) }),
    ...(created?.softwareAgent && {
      softwareAgent: agent(created.softwareAgent.name, created.softwareAgent.version),
    }),
    ...(created?.digitalSourceType && { digitalSourceType: created.digitalSourceType }),
  };
}

/** The codes of the C2PA specification, in sentences for a reader of the report. */
const MEANINGS: Readonly<Record<string, string>> = {
  'assertion.dataHash.mismatch': 'The image was changed after it was signed.',
  'assertion.hashedURI.mismatch': 'A statement of the manifest was changed after it was signed.',
  'assertion.missing': 'A signed statement is missing from the manifest.',
  'claimSignature.mismatch': 'The signature does not fit the manifest.',
  'claimSignature.missing': 'The manifest is not signed.',
  'signingCredential.expired': "The signer's certificate is not valid today.",
  'signingCredential.invalid': "The signer's certificate is not one for content credentials.",
};

function sentences({ statusEntries }: ValidationResult): string[] {
  return statusEntries
    .filter((entry) => !entry.success)
    .map(({ code, explanation }) => MEANINGS[code] ?? `The manifest is not valid: ${explanation ?? code}.`);
}
