-- Of the links that set a password the newest alone is valid, and no browser is trusted to sign in without its code.

-- The person whose password the link sets; null for what is no such link.
alter table auth_verifications add column password_of uuid references auth_users on delete cascade;

create index auth_verifications_password_of on auth_verifications (password_of);

-- Records of trusted browsers, which lived for 30 days; everything else lives for an hour at most.
delete from auth_verifications where expires_at > created_at + interval '1 day';
