-- The schema after every migration, for reading. Generated; run "npm run generate" after adding one.

create table account_activity (
  account_id uuid not null,
  interface text not null default 'v1'::text,
  recent_calls json not null default '[]'::json,
  day date not null,
  images integer not null default 0,
  videos integer not null default 0,
  open_jobs integer not null default 0,
  image_virtual_finish double precision not null default 0,
  video_virtual_finish double precision not null default 0,
  stored_bytes bigint not null default 0,
  constraint account_activity_pkey PRIMARY KEY (account_id, interface),
  constraint account_activity_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_activity_images_check CHECK (images >= 0),
  constraint account_activity_interface_check CHECK (interface = ANY (ARRAY['v1'::text, 'job_api'::text])),
  constraint account_activity_open_jobs_check CHECK (open_jobs >= 0),
  constraint account_activity_stored_bytes_check CHECK (stored_bytes >= 0),
  constraint account_activity_videos_check CHECK (videos >= 0)
);

create table account_limits (
  account_id uuid not null,
  calls_per_minute integer,
  jobs_at_once integer,
  videos_per_day integer,
  images_per_day integer,
  stored_bytes bigint,
  constraint account_limits_pkey PRIMARY KEY (account_id),
  constraint account_limits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_limits_calls_per_minute_check CHECK (calls_per_minute > 0),
  constraint account_limits_images_per_day_check CHECK (images_per_day > 0),
  constraint account_limits_jobs_at_once_check CHECK (jobs_at_once > 0),
  constraint account_limits_stored_bytes_check CHECK (stored_bytes > 0),
  constraint account_limits_videos_per_day_check CHECK (videos_per_day > 0)
);

create table accounts (
  id uuid not null,
  email text not null,
  operator boolean not null default false,
  created_at timestamp with time zone not null,
  age_confirmed_at timestamp with time zone,
  under_review_since timestamp with time zone,
  review_of_dispute boolean not null default false,
  reviewed_at timestamp with time zone,
  banned_at timestamp with time zone,
  ban_reason text,
  deleted_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_ban_has_reason CHECK ((banned_at IS NULL) = (ban_reason IS NULL)),
  constraint accounts_ban_reason_check CHECK (length(ban_reason) >= 1 AND length(ban_reason) <= 500),
  constraint accounts_email_check CHECK (length(email) >= 3 AND length(email) <= 320),
  constraint accounts_erased_is_deleted CHECK (erased_at IS NULL OR deleted_at IS NOT NULL)
);
CREATE INDEX accounts_banned ON accounts USING btree (id) WHERE banned_at IS NOT NULL;
CREATE INDEX accounts_email_prefix ON accounts USING btree (lower(email) text_pattern_ops);
CREATE INDEX accounts_in_review ON accounts USING btree (id) WHERE under_review_since IS NOT NULL;
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (lower(email));

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  hash bytea not null,
  prefix text not null,
  kind text not null default 'account'::text,
  name text not null default 'Account key'::text,
  scopes text[] not null default '{generate,read,manage}'::text[],
  cap_cents bigint,
  first_id uuid,
  family_id uuid not null generated always as (COALESCE(first_id, id)) stored,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint api_keys_first_id_fkey FOREIGN KEY (first_id) REFERENCES api_keys(id),
  constraint api_keys_cap_cents_check CHECK (cap_cents > 0),
  constraint api_keys_hash_check CHECK (octet_length(hash) = 32),
  constraint api_keys_kind_check CHECK (kind = ANY (ARRAY['account'::text, 'terminal'::text, 'named'::text])),
  constraint api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint api_keys_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['generate'::text, 'read'::text, 'manage'::text])
);
CREATE INDEX api_keys_capped ON api_keys USING btree (account_id, COALESCE(revoked_at, 'infinity'::timestamp with time zone)) WHERE cap_cents IS NOT NULL;
CREATE INDEX api_keys_of_account ON api_keys USING btree (account_id, revoked_at);
CREATE INDEX api_keys_prefix ON api_keys USING btree (prefix text_pattern_ops);
CREATE UNIQUE INDEX api_keys_current ON api_keys USING btree (family_id) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX api_keys_one_of_kind ON api_keys USING btree (account_id, kind) WHERE revoked_at IS NULL AND kind <> 'named'::text;

create table attempt_windows (
  kind text not null,
  subject text not null,
  times timestamp with time zone[] not null,
  latest_at timestamp with time zone not null,
  constraint attempt_windows_pkey PRIMARY KEY (kind, subject)
);
CREATE INDEX attempt_windows_latest ON attempt_windows USING btree (latest_at);

create table auth_credentials (
  id uuid not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auth_credentials_pkey PRIMARY KEY (id),
  constraint auth_credentials_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint auth_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_credentials_user ON auth_credentials USING btree (user_id);

create table auth_passkeys (
  id uuid not null,
  user_id uuid not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint auth_passkeys_pkey PRIMARY KEY (id),
  constraint auth_passkeys_credential_id_key UNIQUE (credential_id),
  constraint auth_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_passkeys_user ON auth_passkeys USING btree (user_id);

create table auth_sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  second_factor_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auth_sessions_pkey PRIMARY KEY (id),
  constraint auth_sessions_token_key UNIQUE (token),
  constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_sessions_user ON auth_sessions USING btree (user_id);

create table auth_signing_keys (
  id uuid not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint auth_signing_keys_pkey PRIMARY KEY (id)
);

create table auth_two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint auth_two_factors_pkey PRIMARY KEY (id),
  constraint auth_two_factors_user_id_key UNIQUE (user_id),
  constraint auth_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_users (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auth_users_pkey PRIMARY KEY (id),
  constraint auth_users_email_key UNIQUE (email)
);

create table auth_verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  password_of uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auth_verifications_pkey PRIMARY KEY (id),
  constraint auth_verifications_password_of_fkey FOREIGN KEY (password_of) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_verifications_identifier ON auth_verifications USING btree (identifier);
CREATE INDEX auth_verifications_password_of ON auth_verifications USING btree (password_of);

create table block_reviews (
  job_id uuid not null,
  decision text not null,
  operator_id uuid not null,
  reviewed_at timestamp with time zone not null,
  constraint block_reviews_pkey PRIMARY KEY (job_id),
  constraint block_reviews_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint block_reviews_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES accounts(id),
  constraint block_reviews_decision_check CHECK (decision = ANY (ARRAY['upheld'::text, 'mistaken'::text]))
);

create table card_setups (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint card_setups_pkey PRIMARY KEY (id),
  constraint card_setups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint card_setups_ended CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint card_setups_provider_check CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])),
  constraint card_setups_state_check CHECK (state = ANY (ARRAY['open'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX card_setups_account ON card_setups USING btree (account_id, created_at);
CREATE INDEX card_setups_open ON card_setups USING btree (created_at) WHERE state = 'open'::text;

create table catalogue_versions (
  version integer not null,
  starts_at timestamp with time zone not null,
  document jsonb not null,
  applied_by text not null,
  file_digest bytea,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint catalogue_versions_pkey PRIMARY KEY (version),
  constraint catalogue_versions_check CHECK (withdrawn_at < starts_at),
  constraint catalogue_versions_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX catalogue_versions_start ON catalogue_versions USING btree (starts_at) WHERE withdrawn_at IS NULL;

create table charges (
  job_id uuid not null,
  account_id uuid not null,
  key_id uuid,
  month date not null,
  medium text not null,
  twelfths integer not null,
  price_cents bigint not null,
  prepaid_cents bigint not null,
  month_end_cents bigint not null default 0,
  included_twelfths integer,
  state text not null default 'held'::text,
  included_images integer,
  constraint charges_pkey PRIMARY KEY (job_id),
  constraint charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint charges_check CHECK (prepaid_cents >= 0 AND prepaid_cents <= price_cents),
  constraint charges_included CHECK ((included_images IS NULL) = (included_twelfths IS NULL)),
  constraint charges_included_images_check CHECK (included_images >= 0),
  constraint charges_included_thirds_check CHECK (included_twelfths >= 0),
  constraint charges_medium_check CHECK (medium = ANY (ARRAY['image'::text, 'video'::text])),
  constraint charges_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint charges_month_end_cents_check CHECK (month_end_cents >= 0),
  constraint charges_price_cents_check CHECK (price_cents >= 0),
  constraint charges_split CHECK (
CASE
    WHEN included_twelfths IS NULL THEN (prepaid_cents + month_end_cents) = price_cents
    ELSE prepaid_cents = 0 AND month_end_cents = 0
END),
  constraint charges_state_check CHECK (state = ANY (ARRAY['held'::text, 'settled'::text, 'reversed'::text])),
  constraint charges_thirds_check CHECK (twelfths >= 0)
);
CREATE INDEX charges_month ON charges USING btree (account_id, month);

create table closed_charges (
  account_id uuid not null,
  month date not null,
  key_id uuid,
  images_included bigint not null,
  videos_included bigint not null,
  twelfths_included bigint not null,
  images_overage bigint not null,
  videos_overage bigint not null,
  twelfths_overage bigint not null,
  price_cents bigint not null,
  prepaid_cents bigint not null,
  month_end_cents bigint not null,
  constraint closed_charges_key UNIQUE NULLS NOT DISTINCT (account_id, month, key_id),
  constraint closed_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table closed_postings (
  account_id uuid not null,
  purchase_id uuid,
  prepaid_cents bigint not null,
  credited_cents bigint not null,
  card_cents bigint not null,
  held_cents bigint not null,
  owed_cents bigint not null,
  received_cents bigint not null,
  taken_cents bigint not null,
  repaid_cents bigint not null,
  waived_cents bigint not null,
  expired_cents bigint not null default 0,
  constraint closed_postings_key UNIQUE NULLS NOT DISTINCT (account_id, purchase_id),
  constraint closed_postings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint closed_postings_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id)
);

create table closed_rules (
  rule text not null,
  checked bigint not null,
  violations text[] not null,
  constraint closed_rules_pkey PRIMARY KEY (rule)
);

create table code_redemptions (
  code text not null,
  account_id uuid not null,
  purchase_id uuid not null,
  redeemed_at timestamp with time zone not null,
  constraint code_redemptions_pkey PRIMARY KEY (code, account_id),
  constraint code_redemptions_purchase_id_key UNIQUE (purchase_id),
  constraint code_redemptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint code_redemptions_code_fkey FOREIGN KEY (code) REFERENCES grant_codes(code),
  constraint code_redemptions_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id)
);

create table collected_results (
  collection_id uuid not null,
  job_id uuid not null,
  constraint collected_results_pkey PRIMARY KEY (collection_id, job_id),
  constraint collected_results_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint collected_results_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id)
);
CREATE INDEX collected_results_of_job ON collected_results USING btree (job_id);

create table collections (
  id uuid not null,
  account_id uuid not null,
  name text,
  created_at timestamp with time zone not null,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint collections_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE INDEX collections_of_account ON collections USING btree (account_id, id);
CREATE UNIQUE INDEX collections_favourites ON collections USING btree (account_id) WHERE name IS NULL;

create table content_reports (
  id uuid not null,
  job_id uuid not null,
  reporter_id uuid,
  network text,
  hid boolean not null default false,
  reason text not null,
  details text,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolution text,
  constraint content_reports_pkey PRIMARY KEY (id),
  constraint content_reports_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint content_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts(id),
  constraint content_reports_details_check CHECK (length(details) <= 4000),
  constraint content_reports_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 40),
  constraint content_reports_resolution_check CHECK (resolution = ANY (ARRAY['kept'::text, 'removed'::text])),
  constraint content_reports_resolved CHECK ((resolved_at IS NULL) = (resolution IS NULL))
);
CREATE INDEX content_reports_content ON content_reports USING btree (job_id);
CREATE INDEX content_reports_decided ON content_reports USING btree (resolved_at, id) WHERE resolved_at IS NOT NULL;
CREATE INDEX content_reports_hid ON content_reports USING btree (network, created_at) WHERE hid;
CREATE INDEX content_reports_hid_by_strangers ON content_reports USING btree (created_at) WHERE reporter_id IS NULL AND hid;
CREATE INDEX content_reports_of_strangers ON content_reports USING btree (network, created_at) WHERE reporter_id IS NULL;
CREATE INDEX content_reports_reporter ON content_reports USING btree (reporter_id, created_at);
CREATE UNIQUE INDEX content_reports_open ON content_reports USING btree (job_id, reporter_id, reason) WHERE resolved_at IS NULL;

create table credit_charges (
  job_id uuid not null,
  account_id uuid not null,
  month date not null,
  credits integer not null,
  state text not null default 'held'::text,
  constraint credit_charges_pkey PRIMARY KEY (job_id),
  constraint credit_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint credit_charges_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint credit_charges_credits_check CHECK (credits >= 0),
  constraint credit_charges_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint credit_charges_state_check CHECK (state = ANY (ARRAY['held'::text, 'settled'::text, 'reversed'::text]))
);
CREATE INDEX credit_charges_used ON credit_charges USING btree (account_id, month) WHERE credits > 0 AND state <> 'reversed'::text;

create table disputes (
  provider text not null,
  id text not null,
  account_id uuid not null,
  state text not null,
  read_number bigint not null,
  seen_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (provider, id),
  constraint disputes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint disputes_state_check CHECK (state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))
);
CREATE INDEX disputes_account ON disputes USING btree (account_id);

create table email_changes (
  user_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_token_hash_key UNIQUE (token_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE,
  constraint email_changes_email_check CHECK (length(email) >= 3 AND length(email) <= 320),
  constraint email_changes_token_hash_check CHECK (octet_length(token_hash) = 32)
);

create table ended_attempts (
  job_id uuid not null,
  attempt integer not null,
  worker text not null,
  token_id uuid,
  outcome text not null,
  reason text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  cost_cents numeric,
  constraint ended_attempts_pkey PRIMARY KEY (job_id, attempt),
  constraint ended_attempts_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint ended_attempts_token_id_fkey FOREIGN KEY (token_id) REFERENCES worker_tokens(id),
  constraint ended_attempts_cost_cents_check CHECK (cost_cents >= 0::numeric),
  constraint ended_attempts_outcome_check CHECK (outcome = ANY (ARRAY['fault'::text, 'lost'::text, 'requeued'::text]))
);
CREATE INDEX ended_attempts_time ON ended_attempts USING btree (ended_at);

create table funding_accounts (
  account_id uuid not null,
  prepaid_cents bigint not null default 0,
  owed_cents bigint not null default 0,
  first_paid_at timestamp with time zone,
  constraint funding_accounts_pkey PRIMARY KEY (account_id),
  constraint funding_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint funding_accounts_owed_cents_check CHECK (owed_cents >= 0),
  constraint funding_accounts_prepaid_cents_check CHECK (prepaid_cents >= 0)
);

create table funding_terms (
  account_id uuid not null,
  plan text,
  plan_source text,
  plan_interval text,
  plan_billing text,
  pay_per_use boolean not null default false,
  cap_cents integer,
  card_added_at timestamp with time zone,
  limits_lifted_at timestamp with time zone,
  arrears_since timestamp with time zone,
  auto_recharge_usd integer,
  auto_recharge_declined_at timestamp with time zone,
  price_list text,
  constraint funding_terms_pkey PRIMARY KEY (account_id),
  constraint funding_terms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint funding_terms_auto_recharge_usd_check CHECK (auto_recharge_usd = ANY (ARRAY[10, 25, 50, 100])),
  constraint funding_terms_billing_of_grant CHECK ((NOT plan_source IS DISTINCT FROM 'operator'::text) = (plan_billing IS NOT NULL)),
  constraint funding_terms_cap_cents_check CHECK (cap_cents >= 500 AND cap_cents <= 100000),
  constraint funding_terms_declined_is_off CHECK (auto_recharge_usd IS NULL OR auto_recharge_declined_at IS NULL),
  constraint funding_terms_plan_billing_check CHECK (plan_billing = ANY (ARRAY['none'::text, 'manual'::text])),
  constraint funding_terms_plan_has_source CHECK ((plan IS NULL) = (plan_source IS NULL)),
  constraint funding_terms_plan_interval_check CHECK (plan_interval = ANY (ARRAY['month'::text, 'year'::text])),
  constraint funding_terms_plan_source_check CHECK (plan_source = ANY (ARRAY['web'::text, 'app_store'::text, 'operator'::text]))
);
CREATE INDEX funding_terms_price_list ON funding_terms USING btree (price_list) WHERE price_list IS NOT NULL;
CREATE INDEX funding_terms_recharging ON funding_terms USING btree (account_id) WHERE auto_recharge_usd IS NOT NULL;

create table grant_codes (
  code text not null,
  amount_cents bigint not null,
  uses integer not null,
  used integer not null default 0,
  expires_at timestamp with time zone,
  grant_days integer,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint grant_codes_pkey PRIMARY KEY (code),
  constraint grant_codes_amount_cents_check CHECK (amount_cents > 0),
  constraint grant_codes_check CHECK (used >= 0 AND used <= uses),
  constraint grant_codes_code_check CHECK (code ~ '^[A-Z0-9](-?[A-Z0-9])*$'::text AND length(code) >= 6 AND length(code) <= 40),
  constraint grant_codes_grant_days_check CHECK (grant_days > 0),
  constraint grant_codes_uses_check CHECK (uses > 0)
);
CREATE UNIQUE INDEX grant_codes_key ON grant_codes USING btree (replace(code, '-'::text, ''::text));

create table idempotency_keys (
  account_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key),
  constraint idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint idempotency_keys_request_hash_check CHECK (octet_length(request_hash) = 32)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

create table invoices (
  id uuid not null,
  number bigint not null generated always as identity,
  account_id uuid not null,
  month date not null,
  amount_cents bigint not null,
  waived_cents bigint not null default 0,
  collection text not null default 'card'::text,
  state text not null default 'open'::text,
  tries integer not null default 1,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_account_id_month_key UNIQUE (account_id, month),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invoices_amount_cents_check CHECK (amount_cents > 0),
  constraint invoices_check CHECK (waived_cents >= 0 AND waived_cents <= amount_cents),
  constraint invoices_collection_check CHECK (collection = ANY (ARRAY['card'::text, 'manual'::text])),
  constraint invoices_manual_is_not_charged CHECK (collection = 'card'::text OR state <> 'unpaid'::text AND tries = 1),
  constraint invoices_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint invoices_paid CHECK ((state = 'paid'::text) = (paid_at IS NOT NULL)),
  constraint invoices_state_check CHECK (state = ANY (ARRAY['open'::text, 'unpaid'::text, 'paid'::text]))
);
CREATE INDEX invoices_paid_at ON invoices USING btree (paid_at) WHERE state = 'paid'::text;
CREATE INDEX invoices_unpaid ON invoices USING btree (account_id) WHERE state <> 'paid'::text;

create table jobs (
  id uuid not null,
  account_id uuid not null,
  interface text not null,
  medium text not null,
  operation text not null,
  model text not null,
  prompt text,
  prepared_prompt text,
  seed integer not null,
  width integer not null,
  height integer not null,
  frames integer,
  sound boolean not null,
  init_image_key text,
  mark_tag text,
  priority smallint not null default 10,
  webhook_url text,
  traceparent text,
  type text,
  tier text,
  asset_id uuid,
  hidden_at timestamp with time zone,
  owning_node_id uuid,
  state text not null default 'open'::text,
  attempt integer not null default 0,
  faults integer not null default 0,
  worker text,
  worker_token_id uuid,
  lease_secret_hash bytea,
  started_at timestamp with time zone,
  error text,
  block_category text,
  failure_cause text,
  artifact_key text,
  artifact_mime text,
  artifact_bytes bigint,
  duration_seconds double precision,
  engine text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  listed_by uuid generated always as (
CASE
    WHEN (deleted_at IS NULL) THEN account_id
    ELSE NULL::uuid
END) stored,
  catalogue_version integer not null,
  frames_per_second smallint,
  price_list text,
  cost_cents numeric,
  search_words text,
  negative_prompt text,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_asset_id_key UNIQUE (asset_id),
  constraint jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint jobs_worker_token_id_fkey FOREIGN KEY (worker_token_id) REFERENCES worker_tokens(id),
  constraint jobs_completed_has_artifact CHECK (state <> 'completed'::text OR deleted_at IS NOT NULL OR artifact_key IS NOT NULL),
  constraint jobs_cost_cents_check CHECK (cost_cents >= 0::numeric),
  constraint jobs_ended_has_end CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint jobs_ephemeral_stores_no_negative_prompt CHECK (owning_node_id IS NULL OR negative_prompt IS NULL),
  constraint jobs_ephemeral_stores_nothing CHECK (owning_node_id IS NULL OR prompt IS NULL AND prepared_prompt IS NULL AND init_image_key IS NULL AND artifact_key IS NULL),
  constraint jobs_failure_cause_check CHECK (failure_cause = ANY (ARRAY['storage'::text, 'cancelled'::text, 'not_started'::text])),
  constraint jobs_frame_rate CHECK (frames IS NULL OR frames_per_second IS NOT NULL),
  constraint jobs_frames_check CHECK (frames > 0),
  constraint jobs_frames_per_second_check CHECK (frames_per_second > 0),
  constraint jobs_height_check CHECK (height > 0),
  constraint jobs_mark_tag_check CHECK (mark_tag ~ '^[0-9a-f]{7}$'::text),
  constraint jobs_medium_check CHECK (medium = ANY (ARRAY['image'::text, 'video'::text])),
  constraint jobs_medium_of_operation CHECK ((medium = 'video'::text) = (operation = ANY (ARRAY['video'::text, 'i2v'::text]))),
  constraint jobs_only_failed_has_cause CHECK (failure_cause IS NULL OR state = 'failed'::text),
  constraint jobs_operation_check CHECK (operation = ANY (ARRAY['image'::text, 'i2i'::text, 'upscale'::text, 'upscale_pro'::text, 'video'::text, 'i2v'::text])),
  constraint jobs_priority_check CHECK (priority = ANY (ARRAY[0, 10, 20])),
  constraint jobs_seed_check CHECK (seed >= 0),
  constraint jobs_state_check CHECK (state = ANY (ARRAY['open'::text, 'completed'::text, 'failed'::text, 'blocked'::text])),
  constraint jobs_tier_check CHECK (tier = ANY (ARRAY['free'::text, 'pro'::text, 'max'::text])),
  constraint jobs_tier_has_asset CHECK ((tier IS NULL) = (asset_id IS NULL)),
  constraint jobs_tier_has_type CHECK ((tier IS NULL) = (type IS NULL)),
  constraint jobs_tier_of_job_api CHECK ((interface = 'v1'::text) = (tier IS NULL)),
  constraint jobs_traceparent_check CHECK (length(traceparent) = 55),
  constraint jobs_width_check CHECK (width > 0)
);
CREATE INDEX jobs_ended ON jobs USING brin ((ended_at AT TIME ZONE 'UTC'::text)) WITH (autosummarize='on');
CREATE INDEX jobs_kept ON jobs USING btree (ended_at) WHERE ended_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX jobs_listed ON jobs USING btree (listed_by, interface, id) WHERE listed_by IS NOT NULL;
CREATE INDEX jobs_marked ON jobs USING btree (mark_tag) WHERE mark_tag IS NOT NULL;
CREATE INDEX jobs_of_account ON jobs USING btree (account_id, created_at);
CREATE INDEX jobs_undelivered ON jobs USING btree (id) WHERE state = ANY (ARRAY['failed'::text, 'blocked'::text]);

create table kept_results (
  id uuid not null,
  job_id uuid not null,
  account_id uuid not null,
  prompt text not null,
  search_words text not null,
  artifact_key text not null,
  bytes bigint not null,
  kept_at timestamp with time zone not null,
  constraint kept_results_pkey PRIMARY KEY (id),
  constraint kept_results_job_id_key UNIQUE (job_id),
  constraint kept_results_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint kept_results_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint kept_results_bytes_check CHECK (bytes > 0)
);
CREATE INDEX kept_results_of_account ON kept_results USING btree (account_id, job_id);

create table key_attempts (
  id bigint not null generated always as identity,
  account_id uuid not null,
  job_id uuid,
  worker_token_id uuid,
  attempted_at timestamp with time zone not null,
  constraint key_attempts_pkey PRIMARY KEY (id),
  constraint key_attempts_job_id_key UNIQUE (job_id),
  constraint key_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint key_attempts_worker_token_id_fkey FOREIGN KEY (worker_token_id) REFERENCES worker_tokens(id)
);
CREATE INDEX key_attempts_account ON key_attempts USING btree (account_id, attempted_at);

create table key_claims (
  id uuid not null,
  code_hash bytea not null,
  user_code text not null,
  network text not null,
  client_name text,
  amount_usd integer,
  plan text,
  plan_interval text,
  poll_interval_seconds integer not null default 5,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  polled_at timestamp with time zone,
  attended_by uuid,
  attended_at timestamp with time zone,
  displaced_at timestamp with time zone,
  account_id uuid,
  approved_at timestamp with time zone,
  denied_at timestamp with time zone,
  claimed_at timestamp with time zone,
  constraint key_claims_pkey PRIMARY KEY (id),
  constraint key_claims_code_hash_key UNIQUE (code_hash),
  constraint key_claims_user_code_key UNIQUE (user_code),
  constraint key_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint key_claims_attended_by_fkey FOREIGN KEY (attended_by) REFERENCES accounts(id),
  constraint key_claims_amount_or_plan CHECK ((amount_usd IS NULL) = (plan IS NOT NULL)),
  constraint key_claims_amount_usd_check CHECK (amount_usd = ANY (ARRAY[10, 25, 50, 100])),
  constraint key_claims_attended CHECK ((attended_by IS NULL) = (attended_at IS NULL)),
  constraint key_claims_claimed_is_approved CHECK (claimed_at IS NULL OR approved_at IS NOT NULL),
  constraint key_claims_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint key_claims_decided_by CHECK (account_id IS NOT NULL OR approved_at IS NULL AND denied_at IS NULL),
  constraint key_claims_one_decision CHECK (approved_at IS NULL OR denied_at IS NULL),
  constraint key_claims_plan_has_interval CHECK ((plan IS NULL) = (plan_interval IS NULL)),
  constraint key_claims_plan_interval_check CHECK (plan_interval = ANY (ARRAY['month'::text, 'year'::text]))
);
CREATE INDEX key_claims_attended_by ON key_claims USING btree (attended_by, attended_at) WHERE attended_by IS NOT NULL;
CREATE INDEX key_claims_network ON key_claims USING btree (network, expires_at) WHERE denied_at IS NULL AND claimed_at IS NULL;
CREATE INDEX key_claims_open ON key_claims USING btree (expires_at) WHERE denied_at IS NULL AND claimed_at IS NULL;
CREATE INDEX key_claims_room ON key_claims USING btree (created_at, id) WHERE denied_at IS NULL AND claimed_at IS NULL AND displaced_at IS NULL;

create table key_months (
  key_id uuid not null,
  month date not null,
  spent_cents bigint not null,
  constraint key_months_pkey PRIMARY KEY (key_id, month),
  constraint key_months_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint key_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint key_months_spent_cents_check CHECK (spent_cents >= 0)
);

create table known_devices (
  account_id uuid not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (account_id, device_hash),
  constraint known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES auth_users(id) ON DELETE CASCADE,
  constraint known_devices_device_hash_check CHECK (octet_length(device_hash) = 32)
);
CREATE INDEX known_devices_seen ON known_devices USING btree (seen_at);

create table ledger_closing (
  is_only boolean not null default true,
  closed_job uuid not null,
  closed_transaction bigint not null,
  audited_at timestamp with time zone,
  violated_rules integer,
  grants_swept_until timestamp with time zone,
  storage_charged_on date,
  constraint ledger_closing_pkey PRIMARY KEY (is_only),
  constraint ledger_closing_audited CHECK ((audited_at IS NULL) = (violated_rules IS NULL)),
  constraint ledger_closing_is_only_check CHECK (is_only)
);

create table ledger_transactions (
  id bigint not null generated always as identity,
  account_id uuid not null,
  kind text not null,
  job_id uuid,
  purchase_id uuid,
  created_at timestamp with time zone not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ledger_transactions_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint ledger_transactions_kind_check CHECK (kind = ANY (ARRAY['credit'::text, 'hold'::text, 'settlement'::text, 'reversal'::text, 'refund'::text, 'refund_reversal'::text, 'invoice'::text, 'takeback'::text, 'arrears'::text, 'waiver'::text, 'expiry'::text, 'storage'::text])),
  constraint ledger_transactions_of_job CHECK ((kind = ANY (ARRAY['hold'::text, 'settlement'::text, 'reversal'::text])) = (job_id IS NOT NULL)),
  constraint ledger_transactions_of_purchase CHECK (kind = 'takeback'::text OR (kind = ANY (ARRAY['credit'::text, 'refund'::text, 'refund_reversal'::text, 'expiry'::text])) = (purchase_id IS NOT NULL))
);
CREATE INDEX ledger_transactions_account ON ledger_transactions USING btree (account_id, id);
CREATE INDEX ledger_transactions_expiry ON ledger_transactions USING btree (purchase_id) WHERE kind = 'expiry'::text;
CREATE INDEX ledger_transactions_storage ON ledger_transactions USING btree (id) WHERE kind = 'storage'::text;
CREATE INDEX ledger_transactions_time ON ledger_transactions USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX ledger_transactions_credit ON ledger_transactions USING btree (purchase_id) WHERE kind = 'credit'::text;
CREATE UNIQUE INDEX ledger_transactions_end ON ledger_transactions USING btree (job_id) WHERE kind = ANY (ARRAY['settlement'::text, 'reversal'::text]);
CREATE UNIQUE INDEX ledger_transactions_hold ON ledger_transactions USING btree (job_id) WHERE kind = 'hold'::text;

create table margin_closing (
  is_only boolean not null default true,
  closed_on date,
  constraint margin_closing_pkey PRIMARY KEY (is_only),
  constraint margin_closing_is_only_check CHECK (is_only)
);

create table margin_days (
  day date not null,
  model text not null,
  medium text not null,
  sold integer not null,
  included integer not null,
  undelivered integer not null,
  revenue_cents bigint not null,
  cost_cents numeric not null,
  included_cost_cents numeric not null,
  undelivered_cost_cents numeric not null,
  without_cost integer not null,
  constraint margin_days_pkey PRIMARY KEY (day, model, medium),
  constraint margin_days_medium_check CHECK (medium = ANY (ARRAY['image'::text, 'video'::text]))
);

create table open_jobs (
  id uuid not null,
  account_id uuid not null,
  interface text not null,
  tier text,
  pool text not null,
  operation text not null,
  model text not null,
  width integer not null,
  height integer not null,
  frames integer,
  created_at timestamp with time zone not null,
  sort_key double precision not null,
  virtual_start double precision not null,
  service_cost real not null,
  state text not null default 'queued'::text,
  attempt integer not null default 0,
  faults integer not null default 0,
  error text,
  worker text,
  worker_token_id uuid,
  lease_secret_hash bytea,
  signed_digest bytea,
  started_at timestamp with time zone,
  lease_until timestamp with time zone,
  progress real not null default 0,
  progress_at timestamp with time zone,
  stage text,
  owning_node_id uuid,
  relay_url text,
  node_alive_until timestamp with time zone,
  waits_in text generated always as (
CASE
    WHEN (state = 'queued'::text) THEN pool
    ELSE NULL::text
END) stored,
  waits_for text generated always as (
CASE
    WHEN (lease_until IS NULL) THEN ((((operation || '/'::text) || COALESCE(model, '-'::text)) || '/'::text) ||
    CASE
        WHEN (GREATEST(width, height) <= 1024) THEN '1024'::text
        WHEN (GREATEST(width, height) <= 1280) THEN '1280'::text
        WHEN (GREATEST(width, height) <= 2048) THEN '2048'::text
        ELSE '16384'::text
    END)
    ELSE NULL::text
END) stored,
  passed_at timestamp with time zone,
  start_by timestamp with time zone,
  cost_cents numeric,
  needs_negative_prompt boolean not null default false,
  constraint open_jobs_pkey PRIMARY KEY (id),
  constraint open_jobs_id_fkey FOREIGN KEY (id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint open_jobs_worker_token_id_fkey FOREIGN KEY (worker_token_id) REFERENCES worker_tokens(id),
  constraint open_jobs_cost_cents_check CHECK (cost_cents >= 0::numeric),
  constraint open_jobs_ephemeral_has_node CHECK ((owning_node_id IS NULL) = (node_alive_until IS NULL)),
  constraint open_jobs_interface_check CHECK (interface = ANY (ARRAY['v1'::text, 'job_api'::text])),
  constraint open_jobs_pool_check CHECK (pool = ANY (ARRAY['image'::text, 'video'::text])),
  constraint open_jobs_progress_check CHECK (progress >= 0::double precision AND progress <= 1::double precision),
  constraint open_jobs_running_has_lease CHECK (state = 'queued'::text OR lease_until IS NOT NULL),
  constraint open_jobs_service_cost_check CHECK (service_cost >= 0::double precision),
  constraint open_jobs_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text])),
  constraint open_jobs_tier_check CHECK (tier = ANY (ARRAY['free'::text, 'pro'::text, 'max'::text])),
  constraint open_jobs_tier_of_job_api CHECK ((interface = 'v1'::text) = (tier IS NULL))
);
CREATE INDEX open_jobs_claimable ON open_jobs USING btree (waits_for, sort_key, id) WHERE waits_for IS NOT NULL;
CREATE INDEX open_jobs_ephemeral ON open_jobs USING btree (node_alive_until) WHERE owning_node_id IS NOT NULL;
CREATE INDEX open_jobs_leased ON open_jobs USING btree (id) WHERE lease_until IS NOT NULL;
CREATE INDEX open_jobs_of_account ON open_jobs USING btree (account_id, interface, pool, virtual_start);
CREATE INDEX open_jobs_order ON open_jobs USING btree (waits_in, sort_key, id) WHERE waits_in IS NOT NULL;
CREATE INDEX open_jobs_start_by ON open_jobs USING btree (start_by) WHERE start_by IS NOT NULL;

create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint payment_events_pkey PRIMARY KEY (provider, id)
);

create table payments (
  id uuid not null,
  number bigint not null generated always as identity,
  account_id uuid not null,
  provider text not null,
  kind text not null,
  amount_cents bigint not null,
  plan text,
  plan_interval text,
  cap_month date,
  state text not null default 'open'::text,
  charge_id text,
  paid_with text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  catalogue_version integer,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payments_amount_cents_check CHECK (amount_cents > 0),
  constraint payments_cap_month_check CHECK (EXTRACT(day FROM cap_month) = 1::numeric),
  constraint payments_ended CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint payments_kind_check CHECK (kind = ANY (ARRAY['top_up'::text, 'subscription'::text, 'auto_recharge'::text])),
  constraint payments_plan_interval_check CHECK (plan_interval = ANY (ARRAY['month'::text, 'year'::text])),
  constraint payments_provider_check CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])),
  constraint payments_recharge_has_month CHECK ((kind = 'auto_recharge'::text) = (cap_month IS NOT NULL)),
  constraint payments_state_check CHECK (state = ANY (ARRAY['open'::text, 'succeeded'::text, 'failed'::text])),
  constraint payments_subscription_has_plan CHECK ((kind = 'subscription'::text) = (plan IS NOT NULL AND plan_interval IS NOT NULL))
);
CREATE INDEX payments_account ON payments USING btree (account_id, created_at);
CREATE INDEX payments_ended ON payments USING btree (ended_at) WHERE state = 'succeeded'::text;
CREATE INDEX payments_open ON payments USING btree (created_at) WHERE state = 'open'::text;
CREATE UNIQUE INDEX payments_charge ON payments USING btree (provider, charge_id);
CREATE UNIQUE INDEX payments_one_recharge ON payments USING btree (account_id) WHERE kind = 'auto_recharge'::text AND state = 'open'::text;

create table plan_changes (
  id bigint not null generated always as identity,
  subscription_id uuid not null,
  from_plan text not null,
  from_interval text not null,
  to_plan text not null,
  to_interval text not null,
  paid_until timestamp with time zone not null,
  period_start timestamp with time zone not null,
  from_cents bigint not null,
  to_cents bigint not null,
  constraint plan_changes_pkey PRIMARY KEY (id),
  constraint plan_changes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);

create table plan_charges (
  id uuid not null,
  number bigint not null generated always as identity,
  payment_id uuid not null,
  account_id uuid not null,
  amount_cents bigint not null,
  plan text not null,
  plan_interval text not null,
  is_upgrade boolean not null default false,
  charged_at timestamp with time zone not null,
  constraint plan_charges_pkey PRIMARY KEY (id),
  constraint plan_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint plan_charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint plan_charges_amount_cents_check CHECK (amount_cents > 0),
  constraint plan_charges_plan_interval_check CHECK (plan_interval = ANY (ARRAY['month'::text, 'year'::text]))
);
CREATE INDEX plan_charges_account ON plan_charges USING btree (account_id, id);
CREATE INDEX plan_charges_latest ON plan_charges USING btree (charged_at);
CREATE INDEX plan_charges_payment ON plan_charges USING btree (payment_id);

create table postings (
  id bigint not null generated always as identity,
  transaction_id bigint not null,
  source text not null,
  destination text not null,
  purchase_id uuid,
  amount_cents bigint not null,
  constraint postings_pkey PRIMARY KEY (id),
  constraint postings_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint postings_amount_cents_check CHECK (amount_cents > 0),
  constraint postings_destination_check CHECK (destination = ANY (ARRAY['operator_grant'::text, 'card'::text, 'prepaid'::text, 'held'::text, 'revenue'::text, 'receivable'::text])),
  constraint postings_move CHECK (source <> destination),
  constraint postings_prepaid_purchase CHECK (purchase_id IS NOT NULL OR source <> 'prepaid'::text AND destination <> 'prepaid'::text),
  constraint postings_source_check CHECK (source = ANY (ARRAY['operator_grant'::text, 'card'::text, 'prepaid'::text, 'held'::text, 'revenue'::text, 'receivable'::text]))
);
CREATE INDEX postings_transaction ON postings USING btree (transaction_id);

create table purchases (
  id uuid not null,
  account_id uuid not null,
  amount_cents bigint not null,
  spent_cents bigint not null default 0,
  is_spent boolean not null generated always as ((spent_cents = amount_cents)) stored,
  source text not null,
  purchased_at timestamp with time zone not null,
  refundable_until timestamp with time zone,
  refunded_at timestamp with time zone,
  expires_at timestamp with time zone,
  expired_cents bigint not null default 0,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint purchases_amount_cents_check CHECK (amount_cents > 0),
  constraint purchases_check CHECK (spent_cents >= 0 AND spent_cents <= amount_cents),
  constraint purchases_expired CHECK (expired_cents >= 0 AND expired_cents <= spent_cents),
  constraint purchases_granted CHECK (
CASE
    WHEN source = ANY (ARRAY['grant'::text, 'code'::text]) THEN refundable_until IS NULL AND refunded_at IS NULL
    ELSE refundable_until IS NOT NULL AND expires_at IS NULL AND expired_cents = 0
END),
  constraint purchases_source_check CHECK (source = ANY (ARRAY['checkout'::text, 'auto_recharge'::text, 'grant'::text, 'code'::text]))
);
CREATE INDEX purchases_expiring ON purchases USING btree (expires_at) WHERE expires_at IS NOT NULL AND NOT is_spent;
CREATE INDEX purchases_latest ON purchases USING btree (account_id, purchased_at DESC, id DESC);
CREATE INDEX purchases_unspent ON purchases USING btree (account_id, purchased_at, id) WHERE NOT is_spent;

create table push_subscriptions (
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  key_version integer not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_auth_check CHECK (length(auth) = 22),
  constraint push_subscriptions_endpoint_check CHECK (length(endpoint) <= 2048),
  constraint push_subscriptions_p256dh_check CHECK (length(p256dh) = 87)
);

create table queue_clocks (
  pool text not null,
  virtual_time double precision not null,
  at timestamp with time zone not null,
  constraint queue_clocks_pkey PRIMARY KEY (pool),
  constraint queue_clocks_pool_check CHECK (pool = ANY (ARRAY['image'::text, 'video'::text]))
);

create table refunds (
  id uuid not null,
  number bigint not null generated always as identity,
  payment_id uuid not null,
  amount_cents bigint not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint refunds_ended CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint refunds_state_check CHECK (state = ANY (ARRAY['open'::text, 'settled'::text, 'failed'::text, 'refused'::text]))
);
CREATE INDEX refunds_created ON refunds USING btree (created_at);
CREATE INDEX refunds_open ON refunds USING btree (created_at) WHERE state = 'open'::text;
CREATE UNIQUE INDEX refunds_one ON refunds USING btree (payment_id) WHERE state <> 'failed'::text;

create table remote_orders (
  job_id uuid not null,
  number integer not null,
  account text not null,
  remote_id text,
  attempt integer not null,
  sent integer not null default 1,
  ordered_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint remote_orders_pkey PRIMARY KEY (job_id, number),
  constraint remote_orders_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint remote_orders_account_check CHECK (length(account) >= 1 AND length(account) <= 200),
  constraint remote_orders_number_check CHECK (number > 0),
  constraint remote_orders_remote_id_check CHECK (length(remote_id) >= 1 AND length(remote_id) <= 500),
  constraint remote_orders_sent_check CHECK (sent > 0)
);
CREATE INDEX remote_orders_time ON remote_orders USING btree (ordered_at);
CREATE UNIQUE INDEX remote_orders_open ON remote_orders USING btree (job_id, account) WHERE ended_at IS NULL;

create table sandbox_cards (
  account_id uuid not null,
  last4 text not null,
  behaviour text not null,
  constraint sandbox_cards_pkey PRIMARY KEY (account_id),
  constraint sandbox_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sandbox_cards_behaviour_check CHECK (behaviour = ANY (ARRAY['succeeds'::text, 'declines_later'::text, 'asks_bank'::text, 'disputes'::text])),
  constraint sandbox_cards_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text)
);

create table sandbox_charges (
  id text not null,
  account_id uuid not null,
  amount_cents bigint not null,
  outcome text not null,
  created_at timestamp with time zone not null,
  refunded_at timestamp with time zone,
  constraint sandbox_charges_pkey PRIMARY KEY (id),
  constraint sandbox_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sandbox_charges_amount_cents_check CHECK (amount_cents > 0),
  constraint sandbox_charges_outcome_check CHECK (outcome = ANY (ARRAY['succeeded'::text, 'declined'::text]))
);

create table sandbox_checkouts (
  id text not null,
  operation_id uuid not null,
  account_id uuid not null,
  email text not null,
  amount_cents bigint,
  plan text,
  plan_interval text,
  return_url text not null,
  state text not null default 'open'::text,
  card_last4 text,
  card_expires text,
  created_at timestamp with time zone not null,
  product text,
  constraint sandbox_checkouts_pkey PRIMARY KEY (id),
  constraint sandbox_checkouts_operation_id_key UNIQUE (operation_id),
  constraint sandbox_checkouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sandbox_checkouts_amount_cents_check CHECK (amount_cents > 0),
  constraint sandbox_checkouts_card_expires_check CHECK (card_expires ~ '^\d{4}-\d{2}$'::text),
  constraint sandbox_checkouts_state_check CHECK (state = ANY (ARRAY['open'::text, 'at_bank'::text, 'paid'::text, 'cancelled'::text]))
);

create table sandbox_subscriptions (
  id text not null,
  operation_id uuid not null,
  account_id uuid not null,
  plan text not null,
  plan_interval text not null,
  next_plan text,
  next_interval text,
  state text not null default 'active'::text,
  period_start timestamp with time zone not null,
  paid_until timestamp with time zone not null,
  anchored_at timestamp with time zone not null,
  cancels boolean not null default false,
  price_cents bigint not null,
  next_cents bigint,
  constraint sandbox_subscriptions_pkey PRIMARY KEY (id),
  constraint sandbox_subscriptions_operation_id_key UNIQUE (operation_id),
  constraint sandbox_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sandbox_subscriptions_next_cents_check CHECK (next_cents > 0),
  constraint sandbox_subscriptions_price_cents_check CHECK (price_cents > 0),
  constraint sandbox_subscriptions_state_check CHECK (state = ANY (ARRAY['active'::text, 'ended'::text]))
);
CREATE INDEX sandbox_subscriptions_due ON sandbox_subscriptions USING btree (paid_until) WHERE state = 'active'::text;

create table saved_cards (
  account_id uuid not null,
  provider text not null,
  token text not null,
  fingerprint text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint,
  exp_year smallint,
  added_at timestamp with time zone not null,
  constraint saved_cards_pkey PRIMARY KEY (account_id),
  constraint saved_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint saved_cards_exp_month_check CHECK (exp_month >= 1 AND exp_month <= 12),
  constraint saved_cards_exp_year_check CHECK (exp_year >= 2000 AND exp_year <= 2200),
  constraint saved_cards_expiry_is_whole CHECK ((exp_month IS NULL) = (exp_year IS NULL)),
  constraint saved_cards_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table security_events (
  id bigint not null generated always as identity,
  kind text not null,
  account_id uuid,
  operator_id uuid,
  network text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_account ON security_events USING btree (account_id, id);
CREATE INDEX security_events_kind ON security_events USING btree (kind, id);
CREATE INDEX security_events_network ON security_events USING btree (network, id) WHERE network IS NOT NULL;
CREATE INDEX security_events_operator ON security_events USING btree (operator_id, id) WHERE operator_id IS NOT NULL;
CREATE INDEX security_events_time ON security_events USING btree (created_at, id);

create table service_times (
  class text not null,
  seconds double precision not null,
  held double precision not null,
  measured integer not null default 1,
  constraint service_times_pkey PRIMARY KEY (class),
  constraint service_times_held_check CHECK (held >= 0::double precision),
  constraint service_times_seconds_check CHECK (seconds >= 0::double precision)
);

create table settings_notices (
  account_id uuid not null,
  reported_event bigint not null default 0,
  next_at timestamp with time zone not null default now(),
  constraint settings_notices_pkey PRIMARY KEY (account_id),
  constraint settings_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table storage_days (
  account_id uuid not null,
  day date not null,
  above_bytes bigint not null,
  cents_per_gib_month bigint not null,
  catalogue_version integer not null,
  measured_at timestamp with time zone not null,
  due_cents bigint not null,
  prepaid_cents bigint not null,
  month_end_cents bigint not null,
  transaction_id bigint,
  constraint storage_days_pkey PRIMARY KEY (account_id, day),
  constraint storage_days_transaction_id_key UNIQUE (transaction_id),
  constraint storage_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint storage_days_catalogue_version_fkey FOREIGN KEY (catalogue_version) REFERENCES catalogue_versions(version),
  constraint storage_days_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint storage_days_above_bytes_check CHECK (above_bytes > 0),
  constraint storage_days_cents_per_gib_month_check CHECK (cents_per_gib_month > 0),
  constraint storage_days_charged CHECK ((prepaid_cents + month_end_cents) <= due_cents),
  constraint storage_days_due_cents_check CHECK (due_cents >= 0),
  constraint storage_days_measured_then CHECK (day = (measured_at AT TIME ZONE 'UTC'::text)::date),
  constraint storage_days_month_end_cents_check CHECK (month_end_cents >= 0),
  constraint storage_days_posted CHECK ((transaction_id IS NULL) = ((prepaid_cents + month_end_cents) = 0)),
  constraint storage_days_prepaid_cents_check CHECK (prepaid_cents >= 0)
);

create table stripe_customers (
  account_id uuid not null,
  customer_id text not null,
  constraint stripe_customers_pkey PRIMARY KEY (account_id),
  constraint stripe_customers_customer_id_key UNIQUE (customer_id),
  constraint stripe_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table subscriptions (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  provider_id text not null,
  plan text not null,
  plan_interval text not null,
  state text not null,
  paid_until timestamp with time zone,
  next_plan text,
  next_interval text,
  ends_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  price_cents bigint not null,
  catalogue_version integer,
  next_cents bigint,
  next_version integer,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_provider_provider_id_key UNIQUE (provider, provider_id),
  constraint subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint subscriptions_id_fkey FOREIGN KEY (id) REFERENCES payments(id),
  constraint subscriptions_next_cents_check CHECK (next_cents > 0),
  constraint subscriptions_next_interval_check CHECK (next_interval = ANY (ARRAY['month'::text, 'year'::text])),
  constraint subscriptions_next_is_whole CHECK ((next_plan IS NULL) = (next_interval IS NULL) AND (next_plan IS NULL) = (next_cents IS NULL)),
  constraint subscriptions_plan_interval_check CHECK (plan_interval = ANY (ARRAY['month'::text, 'year'::text])),
  constraint subscriptions_price_cents_check CHECK (price_cents > 0),
  constraint subscriptions_state_check CHECK (state = ANY (ARRAY['active'::text, 'ended'::text]))
);
CREATE INDEX subscriptions_live ON subscriptions USING btree (account_id) WHERE state = 'active'::text;
CREATE INDEX subscriptions_renewing ON subscriptions USING btree (paid_until) WHERE state = 'active'::text AND ends_at IS NULL;

create table suspensions (
  account_id uuid not null,
  rejected_at timestamp with time zone not null,
  suspended_until timestamp with time zone,
  lifted_at timestamp with time zone,
  constraint suspensions_pkey PRIMARY KEY (account_id),
  constraint suspensions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX suspensions_until ON suspensions USING btree (suspended_until) WHERE suspended_until IS NOT NULL;

create table takebacks (
  id uuid not null,
  account_id uuid not null,
  taken_cents bigint not null,
  due_cents bigint not null default 0,
  reversed_cents bigint not null default 0,
  owed_cents bigint not null default 0,
  read_number bigint not null,
  changed_at timestamp with time zone not null,
  constraint takebacks_pkey PRIMARY KEY (id),
  constraint takebacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint takebacks_due_cents_check CHECK (due_cents >= 0),
  constraint takebacks_owed_cents_check CHECK (owed_cents >= 0),
  constraint takebacks_reversed_cents_check CHECK (reversed_cents >= 0),
  constraint takebacks_split CHECK ((reversed_cents + owed_cents) = due_cents),
  constraint takebacks_taken_cents_check CHECK (taken_cents >= 0)
);
CREATE INDEX takebacks_owed ON takebacks USING btree (account_id) WHERE owed_cents > 0;

create table task_runners (
  id text not null,
  seen_at timestamp with time zone not null,
  constraint task_runners_pkey PRIMARY KEY (id)
);

create table templates (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  draft json not null,
  created_at timestamp with time zone not null,
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint templates_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE INDEX templates_of_account ON templates USING btree (account_id, id);

create table usage_months (
  account_id uuid not null,
  month date not null,
  images_included integer not null default 0,
  videos_included integer not null default 0,
  twelfths_included integer not null default 0,
  images_overage integer not null default 0,
  videos_overage integer not null default 0,
  twelfths_overage integer not null default 0,
  prepaid_cents bigint not null default 0,
  month_end_cents bigint not null default 0,
  recharge_cents bigint not null default 0,
  constraint usage_months_pkey PRIMARY KEY (account_id, month),
  constraint usage_months_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint usage_months_images_included_check CHECK (images_included >= 0),
  constraint usage_months_images_overage_check CHECK (images_overage >= 0),
  constraint usage_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint usage_months_month_end_cents_check CHECK (month_end_cents >= 0),
  constraint usage_months_prepaid_cents_check CHECK (prepaid_cents >= 0),
  constraint usage_months_recharge_cents_check CHECK (recharge_cents >= 0),
  constraint usage_months_thirds_included_check CHECK (twelfths_included >= 0),
  constraint usage_months_thirds_overage_check CHECK (twelfths_overage >= 0),
  constraint usage_months_videos_included_check CHECK (videos_included >= 0),
  constraint usage_months_videos_overage_check CHECK (videos_overage >= 0)
);
CREATE INDEX usage_months_billed ON usage_months USING btree (month) WHERE month_end_cents > 0;

create table waiting_orders (
  id uuid not null,
  account_id uuid not null,
  key text not null,
  request_hash bytea not null,
  body jsonb not null,
  image_key text,
  image_bytes integer not null default 0,
  place integer not null,
  pause text,
  message text,
  price_now integer,
  retry_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint waiting_orders_pkey PRIMARY KEY (id),
  constraint waiting_orders_account_id_key_key UNIQUE (account_id, key),
  constraint waiting_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint waiting_orders_image_bytes_check CHECK (image_bytes >= 0),
  constraint waiting_orders_pause_check CHECK (pause = ANY (ARRAY['price'::text, 'money'::text, 'content'::text, 'unavailable'::text, 'refused'::text, 'signed_out'::text])),
  constraint waiting_orders_paused CHECK ((pause IS NULL) = (message IS NULL)),
  constraint waiting_orders_price_now_check CHECK (price_now >= 0),
  constraint waiting_orders_retried CHECK (retry_at IS NULL OR pause IS NOT NULL)
);
CREATE INDEX waiting_orders_created ON waiting_orders USING btree (created_at);
CREATE INDEX waiting_orders_in_turn ON waiting_orders USING btree (account_id, place);

create table waiting_queues (
  account_id uuid not null,
  due_at timestamp with time zone,
  claimed_until timestamp with time zone,
  message text,
  constraint waiting_queues_pkey PRIMARY KEY (account_id),
  constraint waiting_queues_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX waiting_queues_due ON waiting_queues USING btree (due_at);

create table webhook_events (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  type text not null,
  job_id uuid,
  facts jsonb,
  created_at timestamp with time zone not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_events_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint webhook_events_attempts_check CHECK (attempts >= 0),
  constraint webhook_events_content CHECK ((job_id IS NULL) = (type = 'balance.low'::text) AND (job_id IS NULL) = (facts IS NOT NULL)),
  constraint webhook_events_next CHECK (next_attempt_at IS NULL OR state = 'pending'::text),
  constraint webhook_events_state_check CHECK (state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_events_type_check CHECK (type = ANY (ARRAY['job.completed'::text, 'job.failed'::text, 'job.blocked'::text, 'balance.low'::text])),
  constraint webhook_events_url_check CHECK (length(url) <= 2048)
);
CREATE INDEX webhook_events_listed ON webhook_events USING btree (account_id, id);
CREATE INDEX webhook_events_old ON webhook_events USING btree (created_at);
CREATE INDEX webhook_events_pending ON webhook_events USING btree (account_id) WHERE state = 'pending'::text;

create table webhook_settings (
  account_id uuid not null,
  url text,
  secret_version integer not null default 1,
  oldest_version integer not null default 1,
  previous_until timestamp with time zone,
  constraint webhook_settings_pkey PRIMARY KEY (account_id),
  constraint webhook_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_settings_url_check CHECK (length(url) <= 2048),
  constraint webhook_settings_versions CHECK (oldest_version >= 1 AND oldest_version <= secret_version)
);

create table worker_minutes (
  minute timestamp with time zone not null,
  worker text not null,
  token_id uuid,
  completed integer not null default 0,
  blocked integer not null default 0,
  faults integer not null default 0,
  lost integer not null default 0,
  failed integer not null default 0,
  rendering_ms integer not null default 0,
  loading_ms integer not null default 0,
  waiting_for_jobs_ms integer not null default 0,
  leasing_ms integer not null default 0,
  preparing_ms integer not null default 0,
  delivering_ms integer not null default 0,
  renderer_not_ready_ms integer not null default 0,
  server_unreachable_ms integer not null default 0,
  constraint worker_minutes_identity UNIQUE NULLS NOT DISTINCT (minute, worker, token_id),
  constraint worker_minutes_token_id_fkey FOREIGN KEY (token_id) REFERENCES worker_tokens(id)
);

create table worker_tokens (
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint worker_tokens_pkey PRIMARY KEY (id),
  constraint worker_tokens_token_hash_key UNIQUE (token_hash),
  constraint worker_tokens_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint worker_tokens_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX worker_tokens_name ON worker_tokens USING btree (name) WHERE revoked_at IS NULL;

create table workers (
  name text not null,
  token_id uuid,
  pools text[] not null,
  engine text not null,
  engine_version text not null,
  capabilities jsonb not null,
  supports_zero_retention boolean not null,
  gpu text not null,
  vram_free_gb real not null,
  queue_size integer not null,
  slots integer not null default 1,
  seen_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  loaded text,
  renderer jsonb,
  trouble_kind text,
  trouble text,
  trouble_since timestamp with time zone,
  probing boolean not null default false,
  trouble_told_at timestamp with time zone,
  trouble_ended_at timestamp with time zone,
  preference integer not null default 0,
  constraint workers_identity UNIQUE NULLS NOT DISTINCT (name, token_id),
  constraint workers_token_id_fkey FOREIGN KEY (token_id) REFERENCES worker_tokens(id),
  constraint workers_preference_check CHECK (preference >= 0 AND preference <= 9),
  constraint workers_slots_check CHECK (slots >= 1 AND slots <= 64),
  constraint workers_trouble CHECK ((trouble_kind IS NULL) = (trouble IS NULL) AND (trouble IS NULL) = (trouble_since IS NULL)),
  constraint workers_trouble_kind_check CHECK (trouble_kind = ANY (ARRAY['no_credit'::text, 'rejected_key'::text, 'unavailable'::text, 'broken'::text, 'faults'::text]))
);
CREATE INDEX workers_of_token ON workers USING btree (token_id);

create table works (
  id uuid not null,
  job_id uuid not null,
  account_id uuid not null,
  asset_id uuid not null,
  medium text not null,
  prompt text not null,
  search_words text not null,
  search tsvector not null generated always as (to_tsvector('simple'::regconfig, search_words)) stored,
  artifact_key text not null,
  preview_key text,
  width integer not null,
  height integer not null,
  duration_seconds double precision,
  published_at timestamp with time zone not null,
  consent_version integer,
  shows_seed boolean not null default false,
  shuffled uuid not null generated always as ((md5((id)::text))::uuid) stored,
  constraint works_pkey PRIMARY KEY (id),
  constraint works_asset_id_key UNIQUE (asset_id),
  constraint works_job_id_key UNIQUE (job_id),
  constraint works_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint works_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint works_consent_version_check CHECK (consent_version > 0),
  constraint works_height_check CHECK (height > 0),
  constraint works_medium_check CHECK (medium = ANY (ARRAY['image'::text, 'video'::text])),
  constraint works_width_check CHECK (width > 0)
);
CREATE INDEX works_of_account ON works USING btree (account_id, id);
CREATE INDEX works_of_medium ON works USING btree (medium, id);
CREATE INDEX works_search ON works USING gin (search);
CREATE INDEX works_shuffled ON works USING btree (shuffled);
CREATE INDEX works_shuffled_of_medium ON works USING btree (medium, shuffled);

create view current_jobs as
 SELECT jobs.id,
    jobs.account_id,
    jobs.listed_by,
    jobs.interface,
    jobs.medium,
    jobs.operation,
    jobs.model,
    jobs.prompt,
    jobs.prepared_prompt,
    jobs.negative_prompt,
    jobs.seed,
    jobs.width,
    jobs.height,
    jobs.frames,
    jobs.frames_per_second,
    jobs.sound,
    jobs.init_image_key,
    jobs.mark_tag,
    jobs.type,
    jobs.tier,
    jobs.asset_id,
    jobs.hidden_at,
    jobs.owning_node_id,
    jobs.priority,
    COALESCE(open.state, jobs.state) AS state,
    COALESCE(open.attempt, jobs.attempt) AS attempt,
    COALESCE(open.faults, jobs.faults) AS faults,
    COALESCE(open.worker, jobs.worker) AS worker,
    COALESCE(open.worker_token_id, jobs.worker_token_id) AS worker_token_id,
    COALESCE(open.lease_secret_hash, jobs.lease_secret_hash) AS lease_secret_hash,
    COALESCE(open.started_at, jobs.started_at) AS started_at,
    COALESCE(open.error, jobs.error) AS error,
    COALESCE(open.progress,
        CASE jobs.state
            WHEN 'completed'::text THEN 1
            ELSE 0
        END::real) AS progress,
    open.progress_at,
    open.stage,
    open.lease_until,
    open.sort_key,
    open.virtual_start,
    open.service_cost,
    open.relay_url,
    open.node_alive_until,
    jobs.block_category,
    jobs.artifact_key,
    jobs.artifact_mime,
    jobs.artifact_bytes,
    jobs.duration_seconds,
    jobs.engine,
    jobs.created_at,
    jobs.ended_at,
    jobs.deleted_at,
    jobs.webhook_url,
    jobs.failure_cause,
    jobs.traceparent
   FROM jobs
     LEFT JOIN LATERAL ( SELECT open_jobs.id,
            open_jobs.account_id,
            open_jobs.interface,
            open_jobs.tier,
            open_jobs.pool,
            open_jobs.operation,
            open_jobs.model,
            open_jobs.width,
            open_jobs.height,
            open_jobs.frames,
            open_jobs.created_at,
            open_jobs.sort_key,
            open_jobs.virtual_start,
            open_jobs.service_cost,
            open_jobs.state,
            open_jobs.attempt,
            open_jobs.faults,
            open_jobs.error,
            open_jobs.worker,
            open_jobs.worker_token_id,
            open_jobs.lease_secret_hash,
            open_jobs.signed_digest,
            open_jobs.started_at,
            open_jobs.lease_until,
            open_jobs.progress,
            open_jobs.progress_at,
            open_jobs.stage,
            open_jobs.owning_node_id,
            open_jobs.relay_url,
            open_jobs.node_alive_until,
            open_jobs.waits_in,
            open_jobs.waits_for,
            open_jobs.passed_at,
            open_jobs.start_by,
            open_jobs.cost_cents,
            open_jobs.needs_negative_prompt
           FROM open_jobs
          WHERE open_jobs.id = jobs.id
         LIMIT 1) open ON true;

CREATE OR REPLACE FUNCTION public.bound_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end
$function$;

CREATE TRIGGER auth_sessions_bounded BEFORE INSERT OR UPDATE ON auth_sessions FOR EACH ROW EXECUTE FUNCTION bound_session();

CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER plan_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON plan_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER plan_charges_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON plan_charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER security_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER storage_days_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON storage_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
