-- Each order of the job API sums up the credits that its account has used in the month. What was ordered and deleted is not
-- among them, and somebody who does that all day has many such rows.

create index credit_charges_used on credit_charges (account_id, month) where credits > 0 and state <> 'reversed';
drop index credit_charges_month;
