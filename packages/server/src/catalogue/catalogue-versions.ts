import { type CatalogueDocument, catalogueSchema } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';

/** The versions of the catalogue in the database. The one in force is the latest that has started. */

/** A version that is applied now starts after this time, when every server knows it: all of them change at the same moment. */
export const KNOWN_AFTER_MS = 3000;

export interface CatalogueVersion {
  readonly version: number;
  readonly startsAt: Date;
  /** An operator's address, or how else it came here. */
  readonly appliedBy: string;
  readonly createdAt: Date;
  /** Before it started, so that it never did. */
  readonly withdrawnAt: Date | null;
}

const COLUMNS = `version, starts_at as "startsAt", applied_by as "appliedBy", created_at as "createdAt",
  withdrawn_at as "withdrawnAt"`;

type VersionRow = CatalogueVersion & { readonly document: unknown };

/** The version in force at `at`, and those that start later, the first one first. A version that is `known` is not read again. */
export async function readStarted(
  db: Queryable,
  at: Date,
  known: readonly StartedCatalogue[] = [],
): Promise<readonly StartedCatalogue[]> {
  const rows = await db.query<VersionRow>(
    `select ${COLUMNS}, case when version <> all($2::int[]) then document end as document from catalogue_versions
     where withdrawn_at is null
       and version >= (select max(version) from catalogue_versions where starts_at <= $1 and withdrawn_at is null)
     order by version`,
    [at, known.map(({ version }) => version)],
  );
  return rows.map((row) => known.find(({ version }) => version === row.version) ?? catalogueIn(row));
}

export interface StartedCatalogue extends CatalogueVersion {
  readonly catalogue: Catalogue;
}

export async function readCatalogueVersion(
  db: Queryable,
  version: number,
): Promise<StartedCatalogue | undefined> {
  const [row] = await db.query<VersionRow>(
    `select ${COLUMNS}, document from catalogue_versions where version = $1`,
    [version],
  );
  return row && catalogueIn(row);
}

/** The latest version, started or not. */
export async function readLatestVersion(db: Queryable): Promise<StartedCatalogue | undefined> {
  const [row] = await db.query<VersionRow>(
    `select ${COLUMNS}, document from catalogue_versions where withdrawn_at is null order by version desc limit 1`,
  );
  return row && catalogueIn(row);
}

/** The latest versions, the last one first. */
export async function listCatalogueVersions(
  db: Queryable,
  limit: number,
): Promise<readonly CatalogueVersion[]> {
  return db.query<CatalogueVersion>(
    `select ${COLUMNS} from catalogue_versions order by version desc limit $1`,
    [limit],
  );
}

function catalogueIn({ document, ...version }: VersionRow): StartedCatalogue {
  return { ...version, catalogue: catalogueOf(version.version, catalogueSchema.parse(document)) };
}

export interface NewVersion {
  readonly document: CatalogueDocument;
  readonly startsAt: Date;
  readonly appliedBy: string;
  /** The SHA-256 of the file that the configuration names, if it came from there. */
  readonly fileDigest: Buffer | null;
}

/** Writes the next version. The table is locked by `lockVersions`. */
export async function insertVersion(tx: Queryable, next: NewVersion, at: Date): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `insert into catalogue_versions (version, starts_at, document, applied_by, file_digest, created_at)
     select coalesce(max(version), 0) + 1, $1, $2, $3, $4, $5 from catalogue_versions returning version`,
    [next.startsAt, next.document, next.appliedBy, next.fileDigest, at],
  );
  if (row === undefined) throw new Error('an insert returns its row');
  return row.version;
}

/** Forgets the address of an operator whose account is deleted. */
export async function forgetWhoApplied(tx: Queryable, email: string): Promise<void> {
  await tx.query(`update catalogue_versions set applied_by = 'a deleted account' where applied_by = $1`, [
    email,
  ]);
}

/** Until the end of the transaction, nothing else writes versions. */
export async function lockVersions(tx: Queryable): Promise<void> {
  await tx.query('lock table catalogue_versions in share row exclusive mode');
}
