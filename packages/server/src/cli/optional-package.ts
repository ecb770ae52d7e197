/** Something was asked for that the installed packages do not have; the message says how to install it. */
export class NotInstalled extends Error {}

/**
 * Loads a package that a server alone is installed without: the worker and what it renders with. `what` names it for
 * a person.
 */
export async function loadOptional<Module>(what: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new NotInstalled(
      `${what} needs packages that are not installed here; "npm install" in the checkout installs them`,
      { cause: error },
    );
  }
}
