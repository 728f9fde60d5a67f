-- A URL that the company's webhooks call. Switched off by a person, by the receiver (410) or after days of failures;
-- deliveries wait until it is on again.
create table webhook_endpoints (
  subscriber_id uuid not null,
  id uuid not null,
  url text not null,
  host text not null,
  off_at timestamptz,
  off_reason text check (off_reason in ('person', 'gone', 'failing')),
  -- The receiver asked to wait (Retry-After).
  paused_until timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, url),
  check ((off_at is null) = (off_reason is null))
);
select secure_tenant_table('webhook_endpoints');

-- A webhook with its frozen body. The key makes it one, however often it is queued.
create table webhook_deliveries (
  subscriber_id uuid not null,
  id uuid not null,
  key text not null,
  -- null: the URL was refused.
  endpoint_id uuid,
  url text not null,
  host text not null,
  action_id uuid,
  appointment_id uuid,
  event_id text not null,
  event_name text not null,
  body text not null,
  -- The company's headers, encrypted: they may hold a token.
  locked_headers text,
  status text not null check (status in ('queued', 'sending', 'delivered', 'dead')),
  problem text,
  http_status integer,
  attempts integer not null default 0,
  -- Failed attempts since it was queued or replayed, and when the first of them started.
  failures integer not null default 0,
  started_at timestamptz,
  -- When the next attempt is due; while sending, when the lease ends.
  due_at timestamptz,
  -- Sent again by a person: later webhooks do not wait for it.
  is_replay boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, key),
  foreign key (subscriber_id, endpoint_id) references webhook_endpoints (subscriber_id, id),
  check ((due_at is not null) = (status in ('queued', 'sending')))
);
create index webhook_deliveries_due on webhook_deliveries (subscriber_id, endpoint_id, due_at)
  where status in ('queued', 'sending');
create index webhook_deliveries_in_order on webhook_deliveries (subscriber_id, endpoint_id, appointment_id, id)
  where status in ('queued', 'sending');
create index webhook_deliveries_on_the_way on webhook_deliveries (subscriber_id, host) where status = 'sending';
create index webhook_deliveries_by_status on webhook_deliveries (subscriber_id, status, id);
create index webhook_deliveries_by_appointment on webhook_deliveries (subscriber_id, appointment_id, id);
create index webhook_deliveries_overdue on webhook_deliveries (due_at) where status in ('queued', 'sending');
create index webhook_deliveries_finished on webhook_deliveries (finished_at);
select secure_tenant_table('webhook_deliveries');

-- Every request of a delivery; `ended_at` is null while it is on the way.
create table webhook_attempts (
  subscriber_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_ms integer,
  request_headers jsonb not null,
  http_status integer,
  -- The first kilobyte of the response.
  answer text,
  problem text,
  primary key (subscriber_id, delivery_id, number),
  foreign key (subscriber_id, delivery_id) references webhook_deliveries (subscriber_id, id) on delete cascade
);
select secure_tenant_table('webhook_attempts');
