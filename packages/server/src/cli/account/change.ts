import { UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { rotateKey } from '../../access/rotate-key.ts';
import { findAccountByEmail } from '../../accounts/create-account.ts';
import { endReview } from '../../accounts/review-account.ts';
import { removeSecondFactors } from '../../accounts/second-factor/second-factors.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { type AccountLimits, setLimits } from '../../admit/accept/account-limits.ts';
import type { Database } from '../../db/database.ts';
import { systemClock } from '../../kernel/clock.ts';
import { recordCommand } from '../record-command.ts';
import { withDatabase } from '../with-database.ts';

/** Runs `work` for the account with an email address. */
export async function withAccount<Value>(
  email: string,
  work: (database: Database, accountId: string) => Promise<Value>,
): Promise<Value> {
  return withDatabase(async (database) => {
    const accountId = await findAccountByEmail(database, email);
    if (accountId === undefined) throw new Error(`there is no account for ${email}`);
    return work(database, accountId);
  });
}

export async function rotate(email: string, json: boolean): Promise<number> {
  const rotated = await withAccount(email, async (database, accountId) => {
    const { key } = await database.transaction((tx) =>
      rotateKey(tx, accountId, { by: 'operator', network: null }, systemClock.now()),
    );
    await recordCommand(database, 'account rotate-key', accountId);
    return { account_id: accountId, api_key: key };
  });
  writeText(
    json
      ? `${JSON.stringify(rotated)}\n`
      : `API key  ${rotated.api_key}\n\nThe key is shown only once; store it safely. The old key is revoked.\n`,
  );
  return 0;
}

export interface LimitOptions {
  readonly 'calls-per-minute'?: string | undefined;
  readonly 'jobs-at-once'?: string | undefined;
  readonly 'videos-per-day'?: string | undefined;
  readonly 'images-per-day'?: string | undefined;
  readonly 'stored-gib'?: string | undefined;
}

export async function limits(email: string, options: LimitOptions): Promise<number> {
  const { storedGib } = readLimit('storedGib', 'stored-gib', options);
  const changed: Partial<Record<keyof AccountLimits, number>> = {
    ...(storedGib !== undefined && { storedBytes: storedGib * GIB }),
    ...readLimit('callsPerMinute', 'calls-per-minute', options),
    ...readLimit('jobsAtOnce', 'jobs-at-once', options),
    ...readLimit('videosPerDay', 'videos-per-day', options),
    ...readLimit('imagesPerDay', 'images-per-day', options),
  };
  if (Object.keys(changed).length === 0)
    throw new UsageError('set at least one limit, such as --jobs-at-once 10');
  await withAccount(email, async (database, accountId) => {
    await setLimits(database, accountId, changed);
    const { storedBytes, callsPerMinute, jobsAtOnce, videosPerDay, imagesPerDay } = changed;
    await recordCommand(database, 'account limits', accountId, {
      ...(callsPerMinute !== undefined && { calls_per_minute: callsPerMinute }),
      ...(jobsAtOnce !== undefined && { jobs_at_once: jobsAtOnce }),
      ...(videosPerDay !== undefined && { videos_per_day: videosPerDay }),
      ...(imagesPerDay !== undefined && { images_per_day: imagesPerDay }),
      ...(storedBytes !== undefined && { stored_bytes: storedBytes }),
    });
  });
  writeText('The limits apply from the next request.\n');
  return 0;
}

const MAX_LIMIT = 1_000_000;
const GIB = 1024 ** 3;

function readLimit(name: string, option: keyof LimitOptions, options: LimitOptions): Record<string, number> {
  const text = options[option];
  if (text === undefined) return {};
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${MAX_LIMIT}, not "${text}"`);
  }
  return { [name]: limit };
}

/** Ends the review that paused an account's payments, as after a dispute. */
export async function reviewed(email: string): Promise<number> {
  await withAccount(email, async (database, accountId) => {
    await database.transaction((tx) => endReview(tx, accountId, systemClock.now()));
    await recordCommand(database, 'account reviewed', accountId);
  });
  writeText('The account may pay again.\n');
  return 0;
}

/** Ends the sessions of a person, as after a lost computer. */
export async function endSessions(email: string): Promise<number> {
  await withAccount(email, async (database, accountId) => {
    await database.transaction((tx) => endSessionsOf(tx, accountId));
    await recordCommand(database, 'account end-sessions', accountId);
  });
  writeText('Every session is ended, with its access tokens. Password and keys are unchanged.\n');
  return 0;
}

/** Removes the passkeys and the authenticator app of a person who lost them. */
export async function removeFactors(email: string): Promise<number> {
  await withAccount(email, async (database, accountId) => {
    await database.transaction((tx) => removeSecondFactors(tx, accountId, systemClock.now()));
    await recordCommand(database, 'account remove-second-factors', accountId);
  });
  writeText(
    'The second factors are removed and the sessions ended. The password is unchanged: make sure that you know who asked.\n',
  );
  return 0;
}
