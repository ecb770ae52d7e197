/** Whether a call of the file system failed because there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
