import { readFile } from 'node:fs/promises';
import { loadOrCreateCredentials } from '@kinora/media/provenance/credentials/load-or-create-credentials';
import { type CredentialTexts, readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { createProvenanceIssuer, type ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { ConfigError } from '@kinora/program/setting';
import type { Config } from '../config.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';

/** Wires the watermarking and signing of images. Throws a `ConfigError` for a certificate that verifiers would reject. */
export async function wireProvenance(
  config: Config,
  watermarkKeys: ReadKeys,
  clock: Clock,
): Promise<ProvenanceIssuer> {
  const configured = await readConfigured(config);
  const now = clock.now();
  const texts = configured ?? (await loadOrCreateCredentials(config.dataDir, 'Kinora', now));
  const check = configured && (await import('@kinora/media/provenance/credentials/certificate-defects'));
  const credentials = readCredentials(texts, now, check?.findCertificateDefect);
  if (!credentials.ok) throw new ConfigError(`Content credentials: ${credentials.problem}`);
  return createProvenanceIssuer(() => watermarkKeys().signing, createLocalSigner(credentials.value));
}

async function readConfigured({ credentialFiles }: Config): Promise<CredentialTexts | undefined> {
  if (credentialFiles === undefined) return undefined;
  const read = (name: string, file: string) =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`${name}: ${file} cannot be read (${error.code})`);
    });
  return {
    chainPem: await read('KINORA_C2PA_CERTIFICATES', credentialFiles.certificates),
    keyPem: await read('KINORA_C2PA_KEY', credentialFiles.key),
  };
}
