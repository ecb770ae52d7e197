import type { AuditRule } from './audit-rule.ts';

/** What each account keeps decides whether it may order more. */
export const storageRules: readonly AuditRule[] = [
  {
    rule: 'the stored bytes of every account are those of its results',
    count: 'select count(*) as n from account_activity',
    sql: `select format('account %s keeps %s bytes, its counter is %s', account_id, coalesce(kept, 0), coalesce(stored_bytes, 0))
          as violation
        from account_activity
        full join (
          select account_id, interface, sum(artifact_bytes) as kept
          from jobs where ended_at is not null and deleted_at is null and state = 'completed' group by 1, 2
        ) as results using (account_id, interface)
        where coalesce(kept, 0) <> coalesce(stored_bytes, 0)`,
  },
];
