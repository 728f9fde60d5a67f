-- How many messages a company has queued or sent in an hour, and how many it may (decision 0092).
create table sending_hours (
  subscriber_id uuid not null,
  kind text not null check (kind in ('email', 'text', 'stranger', 'invitation')),
  starts_at timestamptz not null,
  used integer not null default 0 check (used >= 0),
  -- As it was when last read.
  per_hour integer not null check (per_hour > 0),
  read_at timestamptz not null,
  primary key (subscriber_id, kind, starts_at)
);
select secure_tenant_table('sending_hours');
create index sending_hours_by_age on sending_hours (starts_at);

-- What the platform’s administrator has set for a company instead of the rule; null: the rule.
create table sending_figures (
  subscriber_id uuid primary key,
  email integer check (email between 1 and 100000),
  text integer check (text between 1 and 100000),
  stranger integer check (stranger between 1 and 100000),
  invitation integer check (invitation between 1 and 100000),
  rev integer not null default 1,
  updated_at timestamptz not null
);
select secure_tenant_table('sending_figures');

alter table outbound_messages
  -- 0 urgent, 1 usual, 2 planned.
  add column urgency smallint not null default 1 check (urgency between 0 and 2),
  -- It has its place in an hour, or needs none. What was queued before there were limits has it.
  add column is_counted boolean not null default true,
  -- It waits for the next hour with room; null: it does not wait.
  add column held_until timestamptz check (held_until is null or (status = 'queued' and not is_counted));
alter table outbound_messages alter column is_counted set default false;
create index outbound_messages_held on outbound_messages (subscriber_id, channel, urgency, id)
  where held_until is not null;
create index outbound_messages_held_until on outbound_messages (held_until) where held_until is not null;

-- Companies start with what they have sent in the last 30 days.
insert into sending_hours (subscriber_id, kind, starts_at, used, per_hour, read_at)
  select subscriber_id, channel, date_trunc('hour', created_at), count(*), 1, '2000-01-01T00:00:00Z'
  from outbound_messages
  where channel in ('email', 'text') and stream <> 'account' and created_at > now() - interval '30 days'
  group by subscriber_id, channel, date_trunc('hour', created_at);
