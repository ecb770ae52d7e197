import { readFile } from 'node:fs/promises';
import type { CatalogueDocument } from '@kinora/contract';
import { ConfigError } from '@kinora/program/setting';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { sha256 } from '../kernel/ids.ts';
import { applyCatalogue } from './apply-catalogue.ts';
import { describeFault, readCatalogue } from './read-catalogue.ts';

/** The catalogue in the file that the configuration names. */
export interface CatalogueFile {
  readonly name: string;
  readonly document: CatalogueDocument;
  readonly digest: Buffer;
}

/** Throws a `ConfigError` that names each fault. */
export async function readCatalogueFile(name: string): Promise<CatalogueFile> {
  const text = await readFile(name, 'utf8').catch((error: Error) => {
    throw new ConfigError(`KINORA_CATALOGUE: ${name} cannot be read: ${error.message}`);
  });
  const read = readCatalogue(text);
  if (!read.ok) {
    const faults = read.faults.map((fault) => `  ${name}:${describeFault(fault)}`).join('\n');
    throw new ConfigError(`KINORA_CATALOGUE: ${name} is not a valid catalogue:\n${faults}`);
  }
  return { name, document: read.document, digest: sha256(text) };
}

/**
 * Applies the file unless it is what was last applied from a file: a change by other means then stays. Returns a sentence about
 * such a change.
 */
export async function applyCatalogueFile(
  database: Database,
  clock: Clock,
  { name, document, digest }: CatalogueFile,
): Promise<string | undefined> {
  const [last] = await database.query<{ digest: Buffer; version: number }>(
    `select file_digest as digest, version from catalogue_versions
     where file_digest is not null order by version desc limit 1`,
  );
  if (last?.digest.equals(digest)) {
    const [later] = await database.query<{ version: number; by: string }>(
      `select version, applied_by as by from catalogue_versions
       where version > $1 and withdrawn_at is null order by version desc limit 1`,
      [last.version],
    );
    return later && `version ${later.version} of the catalogue, by ${later.by}, has replaced that of ${name}`;
  }
  const record = async (): Promise<void> => {};
  const file = { document, appliedBy: name, fileDigest: digest, record };
  const applied = await applyCatalogue(database, clock, file);
  if (!applied.applied && applied.reason === 'refused') {
    throw new ConfigError(`KINORA_CATALOGUE: ${name}: ${applied.message}`);
  }
  return undefined;
}
