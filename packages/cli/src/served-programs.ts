import { readFile } from 'node:fs/promises';
import { LOCAL_SERVER } from './local-server.ts';

/** The programs that a service gives to its customers, by their file names. They import no library. */
export const servedPrograms = ['kinora.mjs', 'kinora-client.mjs'] as const;

/** The text of one, which calls the service at `address` unless another one is named. */
export async function readProgram(name: (typeof servedPrograms)[number], address: string): Promise<string> {
  const text = await readFile(new URL(`../bundled/${name}`, import.meta.url), 'utf8');
  return text.replaceAll(JSON.stringify(LOCAL_SERVER), () => JSON.stringify(address));
}
