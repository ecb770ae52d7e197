import type { AuditRule } from './audit-rule.ts';

/** What a key with a cap has spent decides whether it may order more. */
export const keyRules: readonly AuditRule[] = [
  {
    rule: 'what every capped key has spent in a month is the sum of its charges that were not reversed',
    count: 'select count(*) as n from key_months',
    sql: ({
      charged,
    }) => `select format('key %s has spent %s cents in %s, its charges sum to %s', key_id, coalesce(spent_cents, 0), month,
            coalesce(charged, 0)) as violation
        from key_months full join (
          select key_id, month, sum(price_cents) as charged from ${charged} as charges
          where key_id is not null group by 1, 2
        ) as charged using (key_id, month)
        where coalesce(spent_cents, 0) <> coalesce(charged, 0)`,
  },
];
