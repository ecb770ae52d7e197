import { type Problem, problem } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Queryable } from '../db/database.ts';
import { includedBytes, payableBytes } from '../funding/decide-storage-charge.ts';
import { lockFunds } from '../funding/lock-funds.ts';
import { readStored } from '../funding/storage-days.ts';
import { gib, moreFor } from './accept/decide-storage.ts';

/**
 * Why an account may not keep a copy of so many bytes. What is kept counts as stored, and costs what storage costs; of what is
 * included, kept copies may use a part, so that there is always room for new results. Locks the funding row. Problem:
 * `storage_quota_reached`.
 */
export async function checkKeep(
  tx: Queryable,
  catalogue: Catalogue,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
  at: Date,
): Promise<Problem | undefined> {
  const funds = (await lockFunds(tx, [accountId], at)).get(accountId);
  if (funds === undefined) throw new Error('every account has a funding row');
  const { storedBytes, limitBytes } = await readStored(tx, accountId);
  const [kept] = await tx.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::float8 as bytes from kept_results where account_id = $1',
    [accountId],
  );
  const keptBytes = kept?.bytes ?? 0;
  const included = includedBytes(catalogue, funds, limitBytes);
  const payable = payableBytes(catalogue, funds);
  const { kept_percent: percent } = catalogue.document.storage;
  const keptQuota = Math.floor((included * percent) / 100) + payable;
  if (storedBytes + bytes > included + payable) {
    const message = `The results of this account use ${gib(storedBytes)} of its ${gib(included + payable)}, so this one cannot be kept beyond its 7 days. Delete results that you no longer need.`;
    return refusal(message + moreFor(catalogue), storedBytes, included + payable);
  }
  if (keptBytes + bytes <= keptQuota) return undefined;
  if (keptQuota === 0) {
    const message = `No results are kept beyond their 7 days here. Download this one.${moreFor(catalogue)}`;
    return refusal(message, keptBytes, keptQuota);
  }
  const message = `The kept results of this account use ${gib(keptBytes)} of ${gib(keptQuota)}. Delete some that you no longer need, or download this one.`;
  return refusal(message + moreFor(catalogue), keptBytes, keptQuota);
}

const refusal = (message: string, stored: number, quota: number): Problem =>
  problem('storage_quota_reached', message, { stored_bytes: stored, quota_bytes: quota });
