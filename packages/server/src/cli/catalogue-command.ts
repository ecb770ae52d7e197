import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CatalogueDocument } from '@kinora/contract';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { stringify } from 'yaml';
import { applyCatalogue, withdrawCatalogue } from '../catalogue/apply-catalogue.ts';
import { listCatalogueVersions, readCatalogueVersion } from '../catalogue/catalogue-versions.ts';
import { type CatalogueChange, diffCatalogues } from '../catalogue/diff-catalogues.ts';
import { describeFault, readCatalogue } from '../catalogue/read-catalogue.ts';
import type { Queryable } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';
import { readSelling } from './read-selling.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora catalogue export [--version N]
       kinora catalogue check FILE
       kinora catalogue diff FILE
       kinora catalogue apply FILE [--at TIME]
       kinora catalogue withdraw
       kinora catalogue list

What the service sells, and for how much: models, plans, tiers and limits, as YAML or JSON.

export      Prints the version in force, or version N, as YAML.
check       Checks a file, and needs no database. Each fault is printed with its line, its field and the remedy.
diff        Prints what the file changes in the version in force.
apply       Makes the file the next version. All servers change to it at the same moment, three seconds later, or at
            TIME, such as 2027-01-01T00:00:00Z. Orders that were accepted before keep their price.
withdraw    Withdraws the versions that have not started.
list        Lists the latest versions.
`;

const SHOWN = 50;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { at: { type: 'string' }, version: { type: 'string' } },
    strict: true,
  });
  const [action = '', file, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`catalogue ${action} takes one file`);
  if (values.at !== undefined && action !== 'apply') throw new UsageError('--at goes with "catalogue apply"');
  if (values.version !== undefined && action !== 'export') {
    throw new UsageError('--version goes with "catalogue export"');
  }
  if (['export', 'withdraw', 'list'].includes(action) !== (file === undefined)) {
    throw new UsageError(
      'the actions are "catalogue export", "check FILE", "diff FILE", "apply FILE", "withdraw" and "list"',
    );
  }
  switch (action) {
    case 'export':
      return exportCatalogue(readVersion(values.version));
    case 'check':
      return check(file ?? '');
    case 'diff':
      return diff(file ?? '');
    case 'apply':
      return apply(file ?? '', readTime(values.at));
    case 'withdraw':
      return withdraw();
    case 'list':
      return list();
    default:
      throw new UsageError(`there is no action "catalogue ${action}"`);
  }
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('--version must be the number of a version');
  return Number(text);
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  // Without a zone, the time would depend on the machine.
  if (Number.isNaN(time.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new UsageError('--at must be a time with its zone, such as 2027-01-01T00:00:00Z');
  }
  return time;
}

async function exportCatalogue(version: number | undefined): Promise<number> {
  const document = await withDatabase(async (database) =>
    version === undefined
      ? inForce(database)
      : (await readCatalogueVersion(database, version))?.catalogue.document,
  );
  if (document === undefined) throw new Error(`there is no version ${version} of the catalogue`);
  writeText(stringify(document, { lineWidth: 120 }));
  return 0;
}

async function inForce(database: Queryable): Promise<CatalogueDocument> {
  return (await readSelling(database)).document;
}

/** The catalogue in the file; undefined after its faults are printed. */
async function readFileOrFaults(file: string): Promise<CatalogueDocument | undefined> {
  const read = readCatalogue(await readFile(file, 'utf8'));
  if (read.ok) return read.document;
  for (const fault of read.faults) writeText(`${file}:${describeFault(fault)}\n`, process.stderr);
  return undefined;
}

async function check(file: string): Promise<number> {
  const document = await readFileOrFaults(file);
  if (document === undefined) return 1;
  writeText(
    `${file} is a valid catalogue: ${document.models.length} models, ${document.plans.length} plans.\n`,
  );
  return 0;
}

async function diff(file: string): Promise<number> {
  const document = await readFileOrFaults(file);
  if (document === undefined) return 1;
  const before = await withDatabase(inForce);
  writeChanges(diffCatalogues(before, document));
  return 0;
}

function writeChanges(changes: readonly CatalogueChange[]): void {
  if (changes.length === 0) writeText('Nothing changes.\n');
  for (const { path, before, after } of changes) writeText(`${path}: ${shown(before)} -> ${shown(after)}\n`);
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

/** A change by the command would be lost from the file. */
const FROM_FILE =
  'KINORA_CATALOGUE names the file that this service sells by; change that file and restart the servers';

async function apply(file: string, startsAt: Date | undefined): Promise<number> {
  const document = await readFileOrFaults(file);
  if (document === undefined) return 1;
  const applied = await withDatabase((database, _applied, { catalogueFile }) => {
    if (catalogueFile !== undefined) throw new Error(FROM_FILE);
    return applyCatalogue(database, systemClock, {
      document,
      startsAt,
      appliedBy: 'command line',
      record: (tx, { version }) => recordCommand(tx, 'catalogue apply', null, { version }),
    });
  });
  if (!applied.applied) {
    if (applied.reason === 'refused') throw new Error(`${file}: ${applied.message}`);
    writeText('Nothing changes: this is the latest version.\n');
    return 0;
  }
  writeChanges(applied.changes);
  writeText(`Version ${applied.version} starts at ${applied.startsAt.toISOString()}.\n`);
  return 0;
}

async function withdraw(): Promise<number> {
  const versions = await withDatabase((database) =>
    withdrawCatalogue(database, systemClock, (tx, withdrawn) =>
      recordCommand(tx, 'catalogue withdraw', null, { version: withdrawn.join(', ') }),
    ),
  );
  writeText(
    versions.length === 0 ? 'No version is scheduled.\n' : `Withdrawn: version ${versions.join(', ')}.\n`,
  );
  return 0;
}

async function list(): Promise<number> {
  const versions = await withDatabase((database) => listCatalogueVersions(database, SHOWN));
  for (const { version, startsAt, appliedBy, withdrawnAt } of versions) {
    const from = startsAt.getTime() === 0 ? 'from the start' : `from ${startsAt.toISOString()}`;
    writeText(`${version}  ${from}, by ${appliedBy}${withdrawnAt === null ? '' : ', withdrawn'}\n`);
  }
  return 0;
}

export const catalogue: Command = { help, run };
