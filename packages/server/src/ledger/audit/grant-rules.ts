import type { AuditRule } from './audit-rule.ts';

const GRANTS = `purchases where source in ('grant', 'code')`;

/** Audit rules for balance that was given: grants of the operator, and the codes that grant one. */
export const grantRules: readonly AuditRule[] = [
  {
    rule: 'what was issued of every grant is spent, on hold, expired or left',
    count: `select count(*) as n from ${GRANTS}`,
    sql: ({ posted }) => `
        select format('grant %s of %s cents: %s spent, %s expired; the ledger credited %s, holds %s, expired %s, and leaves %s',
            id, amount_cents, spent_cents - expired_cents, expired_cents, coalesce(credited, 0), coalesce(held, 0),
            coalesce(expired, 0), coalesce(left_cents, 0)) as violation
        from (select * from ${GRANTS}) as grants
        left join (
          select purchase_id, sum(credited_cents) as credited, sum(prepaid_cents) as left_cents, sum(held_cents) as held,
            sum(expired_cents) as expired
          from ${posted} as posted group by 1
        ) as flow on purchase_id = id
        where amount_cents is distinct from credited or amount_cents - spent_cents is distinct from left_cents
          or expired_cents is distinct from expired or held not between 0 and spent_cents - expired_cents`,
  },
  {
    rule: 'no card paid for a grant, and nothing of one was refunded, taken back, or paid for a debt',
    count: `select count(*) as n from ${GRANTS}`,
    sql: ({ posted }) => `
        select format('grant %s: %s cents by card, %s taken back, %s paid for a debt, refunded at %s', id, card, taken, repaid,
            refunded_at) as violation
        from (select * from ${GRANTS}) as grants
        join (
          select purchase_id, sum(card_cents) as card, sum(taken_cents) as taken, sum(repaid_cents) as repaid
          from ${posted} as posted group by 1
        ) as flow on purchase_id = id
        where card <> 0 or taken <> 0 or repaid <> 0 or refunded_at is not null
          or exists (select from payments where payments.id = grants.id)`,
  },
  {
    rule: 'nothing is left of a grant that had expired at the latest sweep, and none expired before its time',
    count: `select count(*) as n from ${GRANTS} and expires_at is not null`,
    sql: `select format('grant %s expires at %s: %s cents are left, %s expired at %s', purchases.id, expires_at,
            amount_cents - spent_cents, expired_cents, first_at) as violation
        from purchases left join lateral (
          select min(created_at) as first_at from ledger_transactions
          where purchase_id = purchases.id and kind = 'expiry'
        ) as expiry on true
        where expires_at <= (select grants_swept_until from ledger_closing) and not is_spent
          or expired_cents > 0 and (first_at >= expires_at) is not true`,
  },
  {
    rule: 'every code was redeemed as often as it counts, and no more often than it may be',
    count: 'select count(*) as n from grant_codes',
    sql: `select format('code %s: %s redemptions, %s counted of %s', code, count(account_id), used, uses) as violation
        from grant_codes left join code_redemptions using (code) group by code
        having count(account_id) <> used or used > uses`,
  },
  {
    rule: 'every redemption of a code granted its amount to its account, once for each account',
    count: 'select count(*) as n from code_redemptions',
    sql: `select format('code %s, account %s, purchase %s', code, coalesce(redeemed.account_id, granted.account_id),
            coalesce(purchase_id, granted.id)) as violation
        from (
          select code_redemptions.*, amount_cents, row_number() over (partition by code, account_id) as nth
          from code_redemptions join grant_codes using (code)
        ) as redeemed
        full join (select * from purchases where source = 'code') as granted on granted.id = purchase_id
        where redeemed.account_id is distinct from granted.account_id or redeemed.amount_cents <> granted.amount_cents
          or nth > 1`,
  },
];
