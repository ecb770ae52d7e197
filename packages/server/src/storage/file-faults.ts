import { StoreFull, StoreUnavailable } from './blobs.ts';

/** Runs `work`, and reports what the file system refuses as `StoreUnavailable`, to distinguish it from bugs. */
export async function atFiles<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw faultOfFiles(error);
  }
}

/** An error of the file system as a fault of the store, whatever its code; any other error as it is. */
export function faultOfFiles(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const Fault = code === 'ENOSPC' || code === 'EDQUOT' ? StoreFull : StoreUnavailable;
  return new Fault(`the folder of the results cannot be used: ${syscall} failed with ${code}`, {
    cause: error,
  });
}
