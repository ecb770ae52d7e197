import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestClock, type TestClock } from '../../src/kernel/clock.ts';
import { type KeyVersion, keysAt } from '../../src/kernel/key-versions.ts';
import { keepKeys } from '../../src/secrets/keep-keys.ts';
import type { KeyPurpose } from '../../src/secrets/key-purposes.ts';
import { rotateKey } from '../../src/secrets/rotate-key.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { createUrlSigner } from '../../src/storage/signed-url.ts';
import { until } from './deadline.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A service whose file is of the former format at first, and whose keys are replaced while it runs. */
export interface RotatedService {
  readonly service: TestApp;
  readonly dataDir: string;
  readonly clock: TestClock;
  /** The versions of a purpose in the file, newest first. */
  versions(purpose: KeyPurpose): Promise<readonly KeyVersion[]>;
  /** Replaces a key, which signs at once, and waits until the service knows. */
  rotate(purpose: KeyPurpose, hasLeaked?: boolean): Promise<void>;
  /** What a server does every hour, after so many days. */
  keepAfter(days: number): Promise<void>;
  /** Waits until the service has read the file as it is now. */
  untilRead(): Promise<void>;
  /** The status of a link to a stored file, signed by this version of the key of links. */
  statusOfLink(version: KeyVersion): Promise<number>;
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Tells when the service has read a file: it has a link to it that the newest key of links signs. */
const PROBE = 'probe.png';

const FORMER = {
  postgresPassword: 'not used',
  workerToken: 'a-token-for-tests-only-of-the-former-file',
  urlSigningKey: Buffer.alloc(32, 9).toString('base64url'),
  watermarkKey: Buffer.alloc(32, 10).toString('base64url'),
};

export async function startRotatedService(
  environment: Readonly<Record<string, string>> = {},
): Promise<RotatedService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-rotated-'));
  await writeFile(path.join(dataDir, 'secrets.json'), JSON.stringify(FORMER), { mode: 0o600 });
  const clock = createTestClock();
  const service = await startTestApp({ clock, environment: { KINORA_DATA_DIR: dataDir, ...environment } });
  const { database } = service;
  await writeFile(path.join(dataDir, 'blobs', PROBE), 'probe');

  const versions = async (purpose: KeyPurpose) =>
    (await loadSecrets(dataDir)).keys[purpose].toSorted((one, other) => other.version - one.version);
  const statusOfLink = async (version: KeyVersion) => {
    const keys = keysAt([version], clock.now());
    const link = createUrlSigner(() => keys).sign(PROBE, Math.floor(clock.now().getTime() / 1000) + 60);
    const response = await fetch(service.url + link);
    await response.arrayBuffer();
    return response.status;
  };
  const replace = (purpose: KeyPurpose, hasLeaked: boolean) => {
    const at = clock.now();
    return rotateKey(database, dataDir, { purpose, at, signsFrom: at, hasLeaked });
  };
  const untilRead = async () => {
    await replace('links', false);
    const [newest] = await versions('links');
    await until(async () => newest !== undefined && (await statusOfLink(newest)) === 200);
  };
  return {
    service,
    dataDir,
    clock,
    versions,
    statusOfLink,
    untilRead,
    async rotate(purpose, hasLeaked = false) {
      await replace(purpose, hasLeaked);
      await untilRead();
    },
    async keepAfter(days) {
      clock.set(new Date(clock.now().getTime() + days * DAY_MS));
      await keepKeys({ database, dataDir, at: clock.now() });
      await untilRead();
    },
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
