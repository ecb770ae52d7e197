-- A grant of a plan with manual billing is the first payment of its account, whose first 7 days it begins. One from before
-- that rule began none, so its cap could never be above that of a new account.

update funding_accounts set first_paid_at = now()
where first_paid_at is null and account_id in (select account_id from funding_terms where plan_billing = 'manual');
