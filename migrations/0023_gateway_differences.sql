-- Invoices that were declared void, and what comparing our book with each gateway's own list found.

alter table invoices
  add column voided_at timestamptz,
  add column voided_by uuid,
  add column void_reason text not null default '';
create index invoices_void on invoices (subscriber_id, appointment_id) where status = 'void';

-- When a payment was last found at its gateway as we have it: comparing goes on where it was broken off.
alter table payments add column compared_at timestamptz;
create index payments_at_gateway on payments (subscriber_id, gateway, created_at) where gateway is not null;

-- The key under which a refund was asked for: asked again after a kill it is the same refund.
alter table payment_refunds add column client_key text;
create unique index payment_refunds_key on payment_refunds (subscriber_id, payment_id, client_key)
  where client_key is not null and state <> 'failed';

-- One comparison per company, gateway and day; asked for again it is the same row.
create table gateway_comparisons (
  subscriber_id uuid not null,
  gateway smallint not null,
  day date not null,
  state text not null check (state in ('running', 'done', 'failed')),
  tries smallint not null default 0,
  listed integer not null default 0,    -- payments the gateway listed
  agreeing integer not null default 0,  -- payments that are the same on both sides
  error text not null default '',
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (subscriber_id, gateway, day)
);
select secure_tenant_table('gateway_comparisons');

-- What a person must look at, each once: found again it is the same row, and with other amounts another one.
create table gateway_differences (
  subscriber_id uuid not null,
  id uuid not null,
  gateway smallint not null,
  kind text not null check (kind in ('not_here', 'not_there', 'amount', 'refunded', 'foreign', 'deleted', 'void')),
  about text not null,                  -- the gateway's name of the payment, else our attempt
  ours_cents integer not null default 0,
  theirs_cents integer not null default 0,
  currency text not null default '',
  payment_id uuid,
  appointment_id uuid,
  found_at timestamptz not null,
  resolved_at timestamptz,              -- without a person: it went away by itself
  resolved_by uuid,
  resolve_reason text not null default '',
  primary key (subscriber_id, id),
  unique (subscriber_id, gateway, kind, about, ours_cents, theirs_cents)
);
create index gateway_differences_open on gateway_differences (subscriber_id, id) where resolved_at is null;
select secure_tenant_table('gateway_differences');

-- Which of these tries to pay are of another company of this installation: two companies may share one gateway account, and
-- neither is told of the other's payments. Tells nothing else of them. Runs with the caller's rights (no security definer).
create index payment_attempts_id on payment_attempts (id);
create function attempts_elsewhere(ids text[], tenant uuid) returns setof text language plpgsql as $$
declare
  before text := current_setting('role');
  found text[];
begin
  perform set_config('role', 'app_admin', true);
  found := array(select a.id from payment_attempts a where a.id = any(ids) and a.subscriber_id <> tenant);
  perform set_config('role', before, true);
  return query select unnest(found);
end
$$;
