import {
  type Credentials,
  type CredentialsFile,
  openCredentialsFile,
  type PendingClaim,
} from './credentials-file.ts';

/** The key of this computer and the sign-in that leads to it. */
export interface Access {
  /** The key in use; undefined without one. */
  key(): Promise<string | undefined>;
  /** Whether the host gave the key, so that a stored one is not used. */
  readonly isGiven: boolean;
  /** The sign-in that is open; undefined without one or once it expired. */
  pendingClaim(): Promise<PendingClaim | undefined>;
  keepClaim(claim: PendingClaim | undefined): Promise<void>;
  /** Throws if nothing can be stored. The service shows a key once, so this is tried before it is asked for. */
  requireStorage(): Promise<void>;
  keepKey(key: string): Promise<void>;
  /** Every secret this process has seen, which no message may contain. */
  secrets(): ReadonlySet<string>;
}

export function createAccess(apiToken: string | undefined, file: string, origin: string): Access {
  const credentials: CredentialsFile = openCredentialsFile(file, origin);
  const seen = new Set<string>(apiToken === undefined ? [] : [apiToken]);
  const read = async (): Promise<Credentials> => {
    const kept = await credentials.read();
    for (const secret of [kept.api_key, kept.pending_claim?.code]) if (secret) seen.add(secret);
    return kept;
  };
  return {
    key: async () => apiToken ?? (await read()).api_key,
    isGiven: apiToken !== undefined,
    async pendingClaim() {
      const { pending_claim: claim } = await read();
      return claim !== undefined && Date.parse(claim.expires_at) > Date.now() ? claim : undefined;
    },
    async keepClaim(claim) {
      const { pending_claim: _, ...kept } = await read();
      if (claim !== undefined) seen.add(claim.code);
      await credentials.write({ ...kept, ...(claim !== undefined && { pending_claim: claim }) });
    },
    requireStorage: async () => credentials.write(await read()),
    async keepKey(key) {
      seen.add(key);
      await credentials.write({ api_key: key });
    },
    secrets: () => seen,
  };
}
