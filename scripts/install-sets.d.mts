export type Locked = Readonly<
  Record<
    string,
    {
      readonly name?: string;
      readonly version?: string;
      readonly license?: string;
      readonly integrity?: string;
      readonly resolved?: string;
      readonly link?: boolean;
      readonly optional?: boolean;
      readonly os?: readonly string[];
      readonly cpu?: readonly string[];
      readonly peer?: boolean;
      readonly dev?: boolean;
      readonly devOptional?: boolean;
      readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
      readonly peerDependencies?: Readonly<Record<string, string>>;
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    }
  >
>;

interface InstallSet {
  readonly workspaces?: readonly string[];
  readonly options: readonly string[];
}

export const INSTALL_SETS: Readonly<Record<'worker' | 'service' | 'all', InstallSet>>;
export function findNode(root: string): string | undefined;
export function isInstalled(root: string, set: keyof typeof INSTALL_SETS): boolean;
export function placesOf(locked: Locked, workspaces: readonly string[] | undefined): readonly string[];
export function resolvePlace(locked: Locked, place: string, name: string): string | undefined;
