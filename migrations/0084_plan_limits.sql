-- What a company's plan allows in the current period. A company without a row has no limit.
create table subscriptions (
  subscriber_id uuid primary key,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- When the first unpaid charge failed.
  past_due_since timestamptz check (status <> 'past_due' or past_due_since is not null),
  -- Of the plan at the start of the period; null for no limit.
  max_appointments integer check (max_appointments >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select secure_tenant_table('subscriptions');
create index appointments_by_creation on appointments (subscriber_id, created_at);
