import type { Catalogue } from '../catalogue/catalogue.ts';
import { readStarted, type StartedCatalogue } from '../catalogue/catalogue-versions.ts';
import type { Database, Queryable } from '../db/database.ts';
import {
  decideStorageCharge,
  includedBytes,
  minIncludedBytes,
  monthCost,
} from '../funding/decide-storage-charge.ts';
import { readFunds } from '../funding/lock-funds.ts';
import { chargeStorageDay, readStorageMonth, readStored } from '../funding/storage-days.ts';
import { isoDate, monthStart, nextMonthStart } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { isStorageCharged, markStorageCharged } from '../ledger/storage-mark.ts';
import type { PaymentEffects } from '../payments/payment-effects.ts';
import { followBalance } from './follow-balance.ts';

const DAY_MS = 86_400_000;

/**
 * Measures what every account keeps above what is included, once on each UTC day, and charges the day. It is tried each
 * minute until the whole day is done, so that a day on which some server runs is charged, and one on which none does is not.
 * A transaction each, so that no order waits for more than its own account.
 */
export async function chargeStorage(database: Database, effects: PaymentEffects): Promise<void> {
  const at = effects.clock.now();
  const day = isoDate(at);
  if (await isStorageCharged(database, day)) return;
  const known = await readStarted(database, at);
  const failures: unknown[] = [];
  for (const accountId of await accountsAbove(database, known[0])) {
    try {
      await database.transaction((tx) => chargeDay(tx, effects, { accountId, day, known }));
    } catch (error) {
      // It is tried again; those after it do not wait for it.
      failures.push(error);
    }
    crashPoint('storage.after_commit');
  }
  if (failures.length > 0) throw failures[0];
  await markStorageCharged(database, day);
}

/** The accounts that may keep more than is included; nobody while it has no price. */
async function accountsAbove(database: Database, sold: StartedCatalogue | undefined): Promise<string[]> {
  if (sold === undefined || priceOf(sold.catalogue) === null) return [];
  const rows = await database.query<{ accountId: string }>(
    `select account_id as "accountId" from account_activity left join account_limits using (account_id)
     group by account_id, account_limits.stored_bytes
     having sum(account_activity.stored_bytes) > coalesce(account_limits.stored_bytes, $1) order by account_id`,
    [minIncludedBytes(sold.catalogue)],
  );
  return rows.map(({ accountId }) => accountId);
}

const priceOf = ({ document }: Catalogue) => document.storage.cents_per_gib_month;

interface AccountDay {
  readonly accountId: string;
  readonly day: string;
  /** Versions of the catalogue that need not be read again. */
  readonly known: readonly StartedCatalogue[];
}

/** Locks the funding row, so that no order, payment or deletion of the account comes between. */
async function chargeDay(
  tx: Queryable,
  effects: PaymentEffects,
  { accountId, day, known }: AccountDay,
): Promise<void> {
  await lockFundingRow(tx, accountId);
  const at = effects.clock.now();
  // The day may have ended during the wait, and the invoice of its month been written.
  if (isoDate(at) !== day) return;
  const [sold] = await readStarted(tx, at, known);
  const price = sold === undefined ? null : priceOf(sold.catalogue);
  const funds = (await readFunds(tx, [accountId], at)).get(accountId);
  if (sold === undefined || price === null || funds === undefined) return;
  const { storedBytes, limitBytes } = await readStored(tx, accountId);
  const aboveBytes = storedBytes - includedBytes(sold.catalogue, funds, limitBytes);
  const month = await readStorageMonth(tx, accountId, at);
  if (aboveBytes <= 0 || month.isMeasured) return;
  const days = (nextMonthStart(at).getTime() - monthStart(at).getTime()) / DAY_MS;
  const dueCents = monthCost(month.byteCents + BigInt(aboveBytes) * BigInt(price), days) - month.dueCents;
  const charge = decideStorageCharge(funds, dueCents);
  const priced = { centsPerGibMonth: price, catalogueVersion: sold.version, dueCents };
  await chargeStorageDay(tx, { accountId, aboveBytes, ...priced, charge }, at);
  if (charge.prepaidCents > 0) await followBalance(tx, effects, accountId, charge.prepaidCents);
  crashPoint('storage.before_commit');
}
