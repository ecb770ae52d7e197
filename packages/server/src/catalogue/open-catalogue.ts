import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { repeat } from '../kernel/repeat.ts';
import type { Catalogue } from './catalogue.ts';
import { applyCatalogueFile, type CatalogueFile, readCatalogueFile } from './catalogue-file.ts';
import { insertVersion, lockVersions, readStarted, type StartedCatalogue } from './catalogue-versions.ts';
import { readDefaultCatalogue } from './default-catalogue.ts';

/** The catalogue as this server knows it. */
export interface OpenCatalogue {
  /** The version in force now. */
  now(): Catalogue;
  /** The version in force at a time that is not past. */
  at(at: Date): Catalogue;
  /** The number of the latest version that is known, scheduled ones included. */
  latest(): number;
  /** When the version after this one starts; null if none is known. */
  holdsUntil(sold: Catalogue): Date | null;
  /** Reads the versions again, which a decision does that has met another one in the database. */
  refresh(): Promise<void>;
}

const READ_EVERY_MS = 1000;

interface OpenOptions {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** The file that the configuration names, which is applied if it is another one than last time. */
  readonly catalogueFile?: string | undefined;
}

/** Reads the versions now and every second. Writes the first one if there is none. */
export async function openCatalogue(
  database: Database,
  { clock, onError, catalogueFile }: OpenOptions,
  started: AsyncDisposableStack,
): Promise<OpenCatalogue> {
  const file = catalogueFile === undefined ? undefined : await readCatalogueFile(catalogueFile);
  await writeFirstVersion(database, clock.now(), file);
  const replaced = file && (await applyCatalogueFile(database, clock, file));
  if (replaced !== undefined) onError(new Error(`KINORA_CATALOGUE: ${replaced}`));
  let versions: readonly StartedCatalogue[] = [];
  const refresh = async (): Promise<void> => {
    versions = await readStarted(database, clock.now(), versions);
  };
  await refresh();
  const reading = repeat(READ_EVERY_MS, onError, refresh);
  started.defer(() => reading.stop());
  const at = (time: Date): Catalogue => {
    const found = versions.findLast(({ startsAt }) => startsAt <= time) ?? versions[0];
    if (found === undefined) throw new Error('the first start writes a version');
    return found.catalogue;
  };
  return {
    now: () => at(clock.now()),
    at,
    latest: () => versions.at(-1)?.version ?? 0,
    holdsUntil: (sold) => versions.find(({ version }) => version > sold.version)?.startsAt ?? null,
    refresh,
  };
}

/** When the first version started: before anything that it prices. */
const ALWAYS = new Date(0);

async function writeFirstVersion(
  database: Database,
  at: Date,
  file: CatalogueFile | undefined,
): Promise<void> {
  const [any] = await database.query('select from catalogue_versions limit 1');
  if (any !== undefined) return;
  const document = file?.document ?? readDefaultCatalogue().document;
  const fileDigest = file?.digest ?? null;
  await database.transaction(async (tx) => {
    await lockVersions(tx);
    const [other] = await tx.query('select from catalogue_versions limit 1');
    if (other !== undefined) return;
    const appliedBy = file?.name ?? 'first start';
    await insertVersion(tx, { document, startsAt: ALWAYS, appliedBy, fileDigest }, at);
  });
}
