-- Whether a charge was for the difference of an upgrade, which its receipt says.

alter table plan_charges add column is_upgrade boolean not null default false;
