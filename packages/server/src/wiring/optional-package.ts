/** A required package is not installed; the message contains the remedy. */
export class NotInstalled extends Error {}

/**
 * Loads a package that a server can be installed without: the worker and its engines. `what` names it in the message,
 * and `alternative` is a remedy other than installing it.
 */
export async function loadOptional<Module>(
  what: string,
  load: () => Promise<Module>,
  alternative = '',
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new NotInstalled(
      `${what} is not installed; ${alternative}run "npm install" in the checkout to install it`,
      { cause: error },
    );
  }
}
