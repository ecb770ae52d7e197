import type { Queryable } from '../db/database.ts';
import { sweepSubscriptions } from '../push/subscriptions.ts';
import { sweepAttempts } from './attempt-window.ts';
import { sweepClaims } from './claim/open-claim.ts';
import { sweepDevices } from './known-devices.ts';
import { sweepRejections } from './rejections.ts';

/** Deletes the counted attempts, rejections, claims, known browsers and subscriptions of browsers that have expired. */
export async function sweepAccess(db: Queryable, at: Date): Promise<void> {
  await sweepAttempts(db, at);
  await sweepRejections(db, at);
  await sweepClaims(db, at);
  await sweepDevices(db, at);
  await sweepSubscriptions(db);
}
