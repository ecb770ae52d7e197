import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder, and those above it, unless it is there. Not by Node's `recursive`, which never ends below a folder like
 * /proc: there the kernel reports a missing folder above instead of a refusal.
 */
export async function createFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === 'EEXIST') {
      if (!(await stat(folder)).isDirectory()) throw error;
    } else if (code === 'ENOENT' && above !== folder) {
      await createFolder(above, mode);
      // Another process may have created it meanwhile. A second ENOENT is a refusal.
      await mkdir(folder, { mode }).catch((again) => {
        if (again.code !== 'EEXIST') throw again;
      });
    } else {
      throw error;
    }
  }
}
