import { readBuilt } from '@kinora/program/built-file';
import { LOCAL_SERVER } from './local-server.ts';

/** The programs that a service gives to its customers, by their file names. They import no library. */
export const servedPrograms = ['kinora.mjs', 'kinora-client.mjs'] as const;
export type ServedProgram = (typeof servedPrograms)[number];

/** The text of one, which calls the service at `address` unless another one is named. */
export async function readProgram(name: ServedProgram, address: string): Promise<string> {
  const text = await readBuilt(new URL(`../dist/${name}`, import.meta.url));
  return text.replaceAll(JSON.stringify(LOCAL_SERVER), () => JSON.stringify(address));
}
