import { readBuilt, readBuiltBytes } from '@kinora/program/built-file';
import { productVersion } from '@kinora/program/product-version';
import { LOCAL_SERVER } from './local-server.ts';

/** The programs that a service gives to its customers, by their file names. They import no library. */
export const servedPrograms = ['kinora.mjs', 'kinora-client.mjs'] as const;
export type ServedProgram = (typeof servedPrograms)[number];

/** The text of one, which calls the service at `address` unless another one is named. */
export async function readProgram(name: ServedProgram, address: string): Promise<string> {
  const text = await readBuilt(new URL(`../dist/${name}`, import.meta.url));
  return text.replaceAll(JSON.stringify(LOCAL_SERVER), () => JSON.stringify(address));
}

/** The file name of the Python client; pip reads the version from it. */
export const wheelName = (): string => `kinora_client-${productVersion()}-py3-none-any.whl`;

export const readWheel = (): Promise<Buffer> =>
  readBuiltBytes(new URL(`../dist/${wheelName()}`, import.meta.url));
