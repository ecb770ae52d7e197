import type { Queryable } from '../db/database.ts';
import { sweepAttempts } from './attempt-window.ts';
import { sweepClaims } from './claim/open-claim.ts';
import { sweepRejections } from './rejections.ts';

/** Deletes the counted attempts, rejections and claims that have expired. */
export async function sweepAccess(db: Queryable, at: Date): Promise<void> {
  await sweepAttempts(db, at);
  await sweepRejections(db, at);
  await sweepClaims(db, at);
}
