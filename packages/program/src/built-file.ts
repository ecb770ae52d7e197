import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** What a build makes of the sources is missing; the message has the remedy. */
export class NotBuilt extends Error {
  constructor(what: string) {
    super(
      `${what} is not built. Start the service with "npm start", which builds it, or run "npm run build".`,
    );
  }
}

/** The text of a file that `npm run build` writes. */
export async function readBuilt(file: URL): Promise<string> {
  return (await readBuiltBytes(file)).toString('utf8');
}

export async function readBuiltBytes(file: URL): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new NotBuilt(basename(file.pathname));
  }
}
