import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { replaceCredentials } from '@kinora/media/provenance/credentials/load-or-create-credentials';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { type Config, readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';
import { changeSecrets } from '../secrets/change-secrets.ts';
import { describeKeys } from '../secrets/describe-keys.ts';
import { endEncryptionKeys, keepKeys } from '../secrets/keep-keys.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../secrets/key-purposes.ts';
import { rotateKey } from '../secrets/rotate-key.ts';
import { newSecret } from '../secrets/secrets-file.ts';
import { KNOWN_AFTER_MS } from '../secrets/watch-keys.ts';
import { insertSecurityEvent } from '../security-log/security-event.ts';
import { requireSecrets } from '../wiring/installation.ts';
import { withDatabase } from './with-database.ts';

/** Those that are not keys of secrets.json with versions. */
const OTHER_PURPOSES = ['credentials', 'worker-token'] as const;
const PURPOSES = [...KEY_PURPOSES, ...OTHER_PURPOSES];
type Purpose = (typeof PURPOSES)[number];

const DELAY_HOURS_MAX = 720;

const help = `Usage: kinora secrets list [--json]
       kinora secrets rotate PURPOSE... [--now | --delay-hours N]

list     Lists the keys of this installation by purpose: versions and times, never a key.
rotate   Replaces a key. What the former key signed is honoured for as long as it lives, then the former key is deleted.

  PURPOSE          one or more of:
    links          download links of results that this server sends
    sessions       the cookies of signed-in people, and links that confirm an address
    encryption     authenticator apps and the keys of access tokens, as the database stores them
    webhooks       the secrets of webhooks, which customers get by email anew
    push           what signs the messages to browsers that people let notify them
    watermarks     the marks in images
    credentials    the certificate that signs images, if it is the service's own; restart the servers afterwards
    worker-token   the token that the embedded workers share; restart the servers afterwards
    all            all of these
  --now            The former key has leaked: nothing that it signed is honoured any more, on this machine's servers
                   ${KNOWN_AFTER_MS / 1000} seconds later.
  --delay-hours N  The new key signs in N hours. Give the file to every server before: they honour the new key at once.
  --json           Print one JSON object per version.

Running servers read secrets.json again by themselves. With several machines, or where the file is mounted, give each the
new file: docs/guides/secrets.md.
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      now: { type: 'boolean', default: false },
      'delay-hours': { type: 'string' },
    },
    strict: true,
  });
  const [action, ...named] = positionals;
  if (action === 'list' && named.length === 0) return list(values.json);
  if (action !== 'rotate')
    throw new UsageError('the actions are "secrets list" and "secrets rotate PURPOSE"');
  const purposes = readPurposes(named);
  const delayMs = readDelay(values['delay-hours']);
  if (values.now && delayMs !== undefined) throw new UsageError('--now and --delay-hours exclude each other');
  return rotate(purposes, { hasLeaked: values.now, delayMs });
}

function readPurposes(named: readonly string[]): readonly Purpose[] {
  if (named.includes('all')) return PURPOSES;
  const purposes = PURPOSES.filter((purpose) => named.includes(purpose));
  const unknown = named.find((name) => !PURPOSES.some((purpose) => purpose === name));
  if (purposes.length > 0 && unknown === undefined) return purposes;
  const wrongName = unknown === undefined ? '' : `, not "${unknown}"`;
  throw new UsageError(`PURPOSE must be one of ${PURPOSES.join(', ')} or all${wrongName}`);
}

function readDelay(hours: string | undefined): number | undefined {
  if (hours === undefined) return undefined;
  const number = Number(hours);
  if (/^\d+(\.\d+)?$/.test(hours) && number > 0 && number <= DELAY_HOURS_MAX) return number * 3_600_000;
  throw new UsageError(`--delay-hours must be a number of hours up to ${DELAY_HOURS_MAX}, not "${hours}"`);
}

async function list(json: boolean): Promise<number> {
  const { keys } = await requireSecrets(readConfig());
  for (const line of describeKeys(keys, systemClock.now())) {
    const { purpose, version, state } = line;
    const text = `${purpose.padEnd(11)} ${String(version).padEnd(3)} ${line.created_at}  ${state}`;
    writeText(`${json ? JSON.stringify(line) : text}\n`);
  }
  return 0;
}

interface Rotating {
  readonly hasLeaked: boolean;
  /** Undefined for as soon as every running server of this machine knows the key. */
  readonly delayMs: number | undefined;
}

async function rotate(purposes: readonly Purpose[], how: Rotating): Promise<number> {
  const restarted = purposes.find((purpose) => !isKeyPurpose(purpose));
  if (how.delayMs !== undefined && restarted !== undefined) {
    throw new UsageError(`${restarted} is replaced when the servers restart, so it has no --delay-hours`);
  }
  // With a database of its own, nothing else reads the file.
  await requireSecrets(readConfig());
  await withDatabase(async (database, _applied, config) => {
    for (const purpose of purposes) {
      const said = isKeyPurpose(purpose)
        ? await rotateVersioned(database, config, purpose, how)
        : await replace(database, config, purpose);
      writeText(`${purpose.padEnd(13)} ${said}\n`);
    }
  });
  return 0;
}

const isKeyPurpose = (purpose: Purpose): purpose is KeyPurpose =>
  KEY_PURPOSES.some((known) => known === purpose);

async function rotateVersioned(
  database: Database,
  { dataDir }: Config,
  purpose: KeyPurpose,
  { hasLeaked, delayMs = KNOWN_AFTER_MS }: Rotating,
): Promise<string> {
  const at = systemClock.now();
  const signsFrom = new Date(at.getTime() + delayMs);
  const versions = await rotateKey(database, dataDir, { purpose, at, signsFrom, hasLeaked });
  const [added, former] = versions.toSorted((one, other) => other.version - one.version);
  if (purpose === 'encryption' && delayMs === KNOWN_AFTER_MS) {
    // Then every running server of this machine can read what is encrypted with the new key.
    await setTimeout(KNOWN_AFTER_MS);
    const keeping = { database, dataDir, at: new Date(Math.max(Date.now(), signsFrom.getTime())) };
    await (hasLeaked ? endEncryptionKeys(keeping) : keepKeys(keeping));
  }
  const end = hasLeaked ? 'is no longer accepted' : endOf(former?.honouredUntil ?? null);
  return `version ${added?.version} signs from ${signsFrom.toISOString()}; version ${former?.version} ${end}`;
}

function endOf(honouredUntil: Date | null): string {
  return honouredUntil === null
    ? 'is kept for what it has made'
    : `is honoured until ${honouredUntil.toISOString()}`;
}

async function replace(
  database: Database,
  config: Config,
  purpose: Exclude<Purpose, KeyPurpose>,
): Promise<string> {
  const at = systemClock.now();
  return database.transaction(async (tx) => {
    let said: string;
    if (purpose === 'credentials') {
      if (config.credentialFiles !== undefined)
        return 'is your own certificate: replace the files of KINORA_C2PA_CERTIFICATES and KINORA_C2PA_KEY';
      const kept = await replaceCredentials(config.dataDir, 'Kinora', at);
      said = `replaced; restart the servers${kept === undefined ? '' : `. The former certificates are in ${kept}`}`;
    } else {
      if (config.workerToken !== undefined) return 'is set: change KINORA_WORKER_TOKEN';
      await changeSecrets(tx, config.dataDir, (secrets) => ({ ...secrets, workerToken: newSecret() }));
      said = 'replaced; restart the servers';
    }
    const details = { purpose };
    await insertSecurityEvent(tx, { kind: 'secret_rotated', accountId: null, network: null, details }, at);
    return said;
  });
}

export const secrets: Command = { help, run };
