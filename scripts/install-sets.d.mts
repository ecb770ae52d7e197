type Locked = Readonly<Record<string, { readonly version?: string }>>;

export const INSTALL_SETS: Readonly<
  Record<
    'worker' | 'service' | 'all',
    { readonly workspaces?: readonly string[]; readonly options: readonly string[] }
  >
>;
export function findNode(root: string): string | undefined;
export function isInstalled(root: string, set: keyof typeof INSTALL_SETS): boolean;
export function placesOf(locked: Locked, workspaces: readonly string[] | undefined): readonly string[];
