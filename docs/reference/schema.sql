-- The schema after every migration, for reading. Generated; run "npm run generate" after adding one.

create table accounts (
  id uuid not null,
  email text not null,
  plan text,
  operator boolean not null default false,
  under_review_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_check CHECK (length(email) >= 3 AND length(email) <= 320),
  constraint accounts_plan_check CHECK (plan = ANY (ARRAY['pro'::text, 'max'::text]))
);
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (lower(email));

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  hash bytea not null,
  prefix text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  suspended_until timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint api_keys_hash_check CHECK (octet_length(hash) = 32)
);
CREATE UNIQUE INDEX api_keys_one_live ON api_keys USING btree (account_id) WHERE revoked_at IS NULL;

create table charges (
  job_id uuid not null,
  account_id uuid not null,
  month date not null,
  kind text not null,
  thirds integer not null,
  price_cents bigint not null,
  prepaid_cents bigint not null,
  state text not null default 'held'::text,
  constraint charges_pkey PRIMARY KEY (job_id),
  constraint charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint charges_check CHECK (prepaid_cents >= 0 AND prepaid_cents <= price_cents),
  constraint charges_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'video'::text])),
  constraint charges_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint charges_price_cents_check CHECK (price_cents >= 0),
  constraint charges_state_check CHECK (state = ANY (ARRAY['held'::text, 'settled'::text, 'reversed'::text])),
  constraint charges_thirds_check CHECK (thirds >= 0)
);
CREATE INDEX charges_month ON charges USING btree (account_id, month);

create table funding_accounts (
  account_id uuid not null,
  prepaid_cents bigint not null default 0,
  first_paid_at timestamp with time zone,
  constraint funding_accounts_pkey PRIMARY KEY (account_id),
  constraint funding_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint funding_accounts_prepaid_cents_check CHECK (prepaid_cents >= 0)
);

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

create table jobs (
  id uuid not null,
  account_id uuid not null,
  pool text not null,
  kind text not null,
  mode text,
  prompt text,
  seed integer not null,
  width integer not null,
  height integer not null,
  frames integer,
  sound boolean not null,
  init_image_key text,
  state text not null default 'queued'::text,
  attempt integer not null default 0,
  faults integer not null default 0,
  worker text,
  lease_until timestamp with time zone,
  progress real not null default 0,
  stage text,
  error text,
  block_category text,
  artifact_key text,
  artifact_mime text,
  artifact_bytes bigint,
  duration_seconds double precision,
  engine text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint jobs_check CHECK ((state = 'running'::text) = (lease_until IS NOT NULL)),
  constraint jobs_check1 CHECK ((state = ANY (ARRAY['completed'::text, 'failed'::text, 'blocked'::text])) = (ended_at IS NOT NULL)),
  constraint jobs_check2 CHECK (state <> 'completed'::text OR deleted_at IS NOT NULL OR artifact_key IS NOT NULL),
  constraint jobs_frames_check CHECK (frames > 0),
  constraint jobs_height_check CHECK (height > 0),
  constraint jobs_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'video'::text])),
  constraint jobs_mode_check CHECK (mode = ANY (ARRAY['fast'::text, 'quality'::text, 'cinema'::text])),
  constraint jobs_pool_check CHECK (pool = ANY (ARRAY['image'::text, 'video'::text])),
  constraint jobs_progress_check CHECK (progress >= 0::double precision AND progress <= 1::double precision),
  constraint jobs_seed_check CHECK (seed >= 0),
  constraint jobs_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'blocked'::text])),
  constraint jobs_width_check CHECK (width > 0)
);
CREATE INDEX jobs_leased ON jobs USING btree (lease_until) WHERE state = 'running'::text;
CREATE INDEX jobs_waiting ON jobs USING btree (pool, created_at, id) WHERE state = 'queued'::text;

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
  constraint ledger_transactions_check CHECK ((kind = 'credit'::text) = (job_id IS NULL)),
  constraint ledger_transactions_check1 CHECK ((kind = 'credit'::text) = (purchase_id IS NOT NULL)),
  constraint ledger_transactions_kind_check CHECK (kind = ANY (ARRAY['credit'::text, 'hold'::text, 'settlement'::text, 'reversal'::text]))
);
CREATE UNIQUE INDEX ledger_transactions_credit ON ledger_transactions USING btree (purchase_id) WHERE kind = 'credit'::text;
CREATE UNIQUE INDEX ledger_transactions_end ON ledger_transactions USING btree (job_id) WHERE kind = ANY (ARRAY['settlement'::text, 'reversal'::text]);
CREATE UNIQUE INDEX ledger_transactions_hold ON ledger_transactions USING btree (job_id) WHERE kind = 'hold'::text;

create table postings (
  id bigint not null generated always as identity,
  transaction_id bigint not null,
  source text not null,
  destination text not null,
  purchase_id uuid not null,
  amount_cents bigint not null,
  constraint postings_pkey PRIMARY KEY (id),
  constraint postings_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint postings_amount_cents_check CHECK (amount_cents > 0),
  constraint postings_check CHECK (source <> destination),
  constraint postings_destination_check CHECK (destination = ANY (ARRAY['operator_grant'::text, 'prepaid'::text, 'held'::text, 'revenue'::text])),
  constraint postings_source_check CHECK (source = ANY (ARRAY['operator_grant'::text, 'prepaid'::text, 'held'::text, 'revenue'::text]))
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
  refundable_until timestamp with time zone not null,
  refunded_at timestamp with time zone,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint purchases_amount_cents_check CHECK (amount_cents > 0),
  constraint purchases_check CHECK (spent_cents >= 0 AND spent_cents <= amount_cents),
  constraint purchases_source_check CHECK (source = ANY (ARRAY['checkout'::text, 'auto_recharge'::text]))
);
CREATE INDEX purchases_latest ON purchases USING btree (account_id, purchased_at DESC, id DESC);
CREATE INDEX purchases_unspent ON purchases USING btree (account_id, purchased_at, id) WHERE NOT is_spent;

create table schema_migrations (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table workers (
  name text not null,
  pools text[] not null,
  engine text not null,
  engine_version text not null,
  kinds text[] not null,
  modes text[] not null,
  gpu text not null,
  vram_free_gb real not null,
  queue_size integer not null,
  seen_at timestamp with time zone not null,
  constraint workers_pkey PRIMARY KEY (name)
);

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end
$function$;

CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
