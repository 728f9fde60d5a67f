-- What happens to a message after it was handed over: its timeline, and addresses that get no more mail.
alter table outbound_messages drop constraint outbound_messages_status_check;
alter table outbound_messages add constraint outbound_messages_status_check check (status in
  ('queued', 'sending', 'uncertain', 'sent', 'failed', 'delivered', 'opened', 'clicked', 'blocked', 'bounced'));
alter table outbound_messages
  add column stream text not null default 'transactional'
    check (stream in ('account', 'transactional', 'reminder', 'marketing')),
  -- The addresses behind the counted links of a tracked mail; null if it is not tracked.
  add column tracked_links jsonb,
  -- The message that this one repeats at a corrected address.
  add column resend_of uuid,
  -- When a message that did not arrive was sent again or set aside.
  add column problem_closed_at timestamptz,
  -- A message is sent again once.
  add unique (subscriber_id, resend_of),
  add foreign key (subscriber_id, resend_of) references outbound_messages (subscriber_id, id) on delete cascade;

drop index outbound_messages_open;
create index outbound_messages_open on outbound_messages (subscriber_id, status, id)
  where status in ('queued', 'sending', 'uncertain', 'failed', 'blocked', 'bounced');
create index outbound_messages_problems on outbound_messages (subscriber_id, person_id, id)
  where status in ('uncertain', 'failed', 'blocked', 'bounced') and problem_closed_at is null;

create table message_events (
  subscriber_id uuid not null,
  message_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('queued', 'deferred', 'uncertain', 'sent', 'failed', 'delivered', 'opened',
    'clicked', 'blocked', 'bounced', 'complained', 'unsubscribed')),
  -- In lower case; empty if the event is about the message as a whole.
  recipient text not null default '',
  at timestamptz not null,
  detail jsonb not null default '{}',
  primary key (subscriber_id, message_id, id),
  foreign key (subscriber_id, message_id) references outbound_messages (subscriber_id, id) on delete cascade
);
select secure_tenant_table('message_events');

create table suppressions (
  subscriber_id uuid not null,
  id uuid not null,
  -- In lower case.
  address text not null check (address = lower(address)),
  stream text not null check (stream in ('all', 'reminder', 'marketing')),
  reason text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
  detail text not null default '',
  message_id uuid,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, address, stream),
  foreign key (subscriber_id, message_id) references outbound_messages (subscriber_id, id)
    on delete set null (message_id)
);
select secure_tenant_table('suppressions');
