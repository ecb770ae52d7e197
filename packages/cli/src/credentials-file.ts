import { readCredentials, writeCredentials } from '@kinora/program/credentials-file';

/** The origins with a key, and the keys. */
export async function readKeys(file: string): Promise<ReadonlyMap<string, string>> {
  const { services } = await readCredentials(file);
  return new Map(
    Object.entries(services).flatMap(([origin, { api_key: key }]) =>
      key === undefined ? [] : [[origin, key]],
    ),
  );
}

/** Stores the key of a service, or with `undefined` removes it. Throws if the file cannot be written. */
export async function storeKey(file: string, origin: string, key: string | undefined): Promise<void> {
  const { services, ...rest } = await readCredentials(file);
  const { [origin]: before, ...others } = services;
  const { api_key: _, ...kept } = before ?? {};
  const service = { ...kept, ...(key !== undefined && { api_key: key }) };
  const next = Object.keys(service).length === 0 ? others : { ...others, [origin]: service };
  await writeCredentials(file, { ...rest, services: next });
}

/** Throws if a key could not be stored. The service shows a key once, so this is tried before it is asked for. */
export async function requireStorage(file: string): Promise<void> {
  await writeCredentials(file, await readCredentials(file));
}
