import { createFolder } from '@kinora/program/create-folder';

/** Runs `work`, which reads and writes files of the data directory, after creating the directory if it is missing. */
export async function inDataDirectory<Value>(dataDir: string, work: () => Promise<Value>): Promise<Value> {
  return namingDataDirectory(dataDir, async () => {
    await createFolder(dataDir, 0o700);
    return work();
  });
}

/** Runs `work`. Its errors of the file system name the setting and the remedy. */
export async function namingDataDirectory<Value>(
  dataDir: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new Error(`KINORA_DATA_DIR: ${dataDir} ${remedyOf(code)} (${code})`, { cause: error });
  }
}

function remedyOf(code: string): string {
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is or is below a file; name a folder';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'is on a full disk; free some space, or name another folder';
  if (code === 'EROFS') return 'is on a read-only file system; mount it for writing, or name another folder';
  if (code === 'EACCES' || code === 'EPERM') {
    return 'may not be read and written by this user; change its owner, or name another folder';
  }
  return 'cannot be used; name another folder';
}
