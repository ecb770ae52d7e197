export const RETENTION_MS = 7 * 86_400_000;

/** Jobs that ended before this time are expired for their owners, 7 days after their end, even if not purged yet. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}
