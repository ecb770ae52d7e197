import { readCredentials, type ServiceCredentials, writeCredentials } from '@kinora/program/credentials-file';

/** What this computer keeps for one service. */
export interface Credentials extends ServiceCredentials {
  /** A sign-in that is not finished. Its code receives the key, so it is as secret. */
  readonly pending_claim?: PendingClaim;
}

export interface PendingClaim {
  readonly code: string;
  readonly user_code: string;
  readonly sign_in_url: string;
  /** An ISO time. */
  readonly expires_at: string;
  /** Seconds between two polls. */
  readonly interval: number;
}

/** The credentials of one service, in the file of this user. */
export interface CredentialsFile {
  read(): Promise<Credentials>;
  /** Replaces the credentials of this service, atomically. Throws if they cannot be stored. */
  write(credentials: Credentials): Promise<void>;
}

export function openCredentialsFile(file: string, origin: string): CredentialsFile {
  return {
    read: async () => (await readCredentials(file)).services[origin] ?? {},
    async write(credentials) {
      const { services, ...rest } = await readCredentials(file);
      await writeCredentials(file, { ...rest, services: { ...services, [origin]: credentials } });
    },
  };
}
