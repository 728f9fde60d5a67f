-- Money that comes and goes online. One row per try of a payer, one per refund, one per notice of a gateway; a payment is
-- booked once because its attempt can be named by one payment only.

-- What is known of the keys of a company's gateway; the keys themselves are company_secrets.
create table gateway_connections (
  subscriber_id uuid not null,
  payment_type smallint not null check (payment_type between 3 and 7),
  status text not null check (status in ('ok', 'refused', 'needs_attention')),
  fingerprint text not null,            -- of the keys that were checked
  account text not null default '',
  currencies text not null default '',
  error_code text not null default '',
  error_message text not null default '',
  webhook_url text not null default '', -- exactly as registered
  locked_extra text,                    -- what registering and checking gave: webhook secrets, found keys
  checked_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, payment_type)
);
select secure_tenant_table('gateway_connections');

create table payment_attempts (
  subscriber_id uuid not null,
  id text not null check (length(id) <= 20),
  invoice_id uuid not null,
  appointment_id uuid not null,
  gateway smallint not null,
  mode text not null check (mode in ('simulator', 'test', 'live')),
  state text not null check (state in ('created', 'awaiting_payer', 'submitting', 'pending', 'held', 'unknown',
    'succeeded', 'failed', 'canceled', 'expired')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  gateway_ref text,
  client_key text,                      -- the payer's page's own key: the same try asked again
  connection text not null default '',  -- fingerprint of the keys it was made with: other keys may be another account
  person_id uuid,                       -- who paid, where a personal link says so
  decline_code text not null default '',
  decline_text text not null default '',-- the gateway's own words, for the company only
  problem text not null default '',     -- why a person must look: wrong_*, other_keys, never_known
  locked_raw text,                      -- the gateway's last answer, redacted and encrypted
  tried_at timestamptz,
  checks smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, invoice_id) references invoices (subscriber_id, id) on delete cascade
);
create unique index payment_attempts_one_open on payment_attempts (subscriber_id, invoice_id)
  where state in ('created', 'awaiting_payer', 'submitting', 'pending', 'held', 'unknown');
create unique index payment_attempts_ref on payment_attempts (subscriber_id, gateway, gateway_ref)
  where gateway_ref is not null;
create unique index payment_attempts_key on payment_attempts (subscriber_id, invoice_id, client_key)
  where client_key is not null;
create index payment_attempts_of on payment_attempts (subscriber_id, invoice_id, created_at);
select secure_tenant_table('payment_attempts');

alter table payments
  add column attempt_id text,
  add column card_brand text not null default '',
  add column card_last4 text not null default '',
  add column fee_cents integer,
  add column disputed_at timestamptz,
  add foreign key (subscriber_id, attempt_id) references payment_attempts (subscriber_id, id);
create unique index payments_attempt on payments (subscriber_id, attempt_id) where attempt_id is not null;
create unique index payments_ref on payments (subscriber_id, gateway, gateway_ref) where gateway_ref is not null;

create table payment_refunds (
  subscriber_id uuid not null,
  id text not null check (length(id) <= 20),
  payment_id uuid not null,
  invoice_id uuid not null,
  appointment_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  credit_cents integer not null default 0, -- the credit line it posted; money that was paid too much needs none
  reason text not null,
  state text not null check (state in ('asking', 'pending', 'unknown', 'succeeded', 'failed')),
  kind text not null check (kind in ('by_hand', 'refund', 'void', 'at_gateway')),
  gateway smallint,
  gateway_ref text,
  failure_code text not null default '',
  failure_text text not null default '',
  problem text not null default '',
  checks smallint not null default 0,
  refunded_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, payment_id) references payments (subscriber_id, id)
);
create index payment_refunds_of_payment on payment_refunds (subscriber_id, payment_id);
create index payment_refunds_of on payment_refunds (subscriber_id, invoice_id, created_at);
select secure_tenant_table('payment_refunds');

-- What gateways told us, once per event of theirs. Refused ones are not here but in the audit log.
create table webhook_inbox (
  subscriber_id uuid not null,
  id uuid not null,
  gateway smallint not null,
  event_id text not null,
  type text not null,
  about text not null,
  gateway_ref text,
  attempt_id text,
  is_verified boolean not null,
  body_hash text not null,
  outcome text not null default '',
  tries smallint not null default 0,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, gateway, event_id)
);
select secure_tenant_table('webhook_inbox');
