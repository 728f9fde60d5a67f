-- Groups of actions. Without an appointment they are the company's; with one, the copies that this appointment runs.
create table action_groups (
  subscriber_id uuid not null,
  id uuid not null,
  appointment_id uuid,
  -- The company's group that a copy was made from; stays after that group was deleted.
  source_id uuid,
  name text not null,
  enable boolean not null default true,
  is_default boolean not null default false,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index action_groups_in_order on action_groups (subscriber_id, position, id) where appointment_id is null;
create index action_groups_of_appointment on action_groups (subscriber_id, appointment_id, position) where appointment_id is not null;
-- Choosing a group twice copies it once.
create unique index action_groups_once on action_groups (subscriber_id, appointment_id, source_id)
  where appointment_id is not null and source_id is not null;
select secure_tenant_table('action_groups');

create table actions (
  subscriber_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  appointment_id uuid,
  source_id uuid,
  event_type smallint not null check (event_type between 1 and 25),
  action_type smallint not null check (action_type between 1 and 3),
  enable boolean not null default true,
  position integer not null,
  -- The other members of an action (domain/automations/action-types.ts).
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, group_id) references action_groups (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index actions_of_group on actions (subscriber_id, group_id, position, id);
create index actions_of_event on actions (subscriber_id, appointment_id, event_type) where appointment_id is not null;
select secure_tenant_table('actions');

-- What actions and reminders will do and have done (decisions G-AUT-3). Planned in the transaction of the change.
create table automation_jobs (
  subscriber_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  -- The action, or the reminder slot (`client_email_1`).
  action_id uuid,
  slot text,
  -- The company's action that this one was copied from, for "never ran".
  source_id uuid,
  event_type smallint not null check (event_type between 1 and 25),
  -- The event's row, or `start` or `end`.
  occurrence_id text not null,
  occurred_at timestamptz not null,
  event_data jsonb not null default '{}',
  -- Action and appointment if it runs once, else also the occurrence: only one job ever has it.
  dedupe_key text not null,
  run_at timestamptz not null,
  status text not null check (status in ('pending', 'done', 'skipped', 'failed', 'canceled')),
  reason text,
  -- What decided: each rule with the value that it saw.
  outcome jsonb,
  -- The action as it ran.
  action_snapshot jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, dedupe_key),
  check ((action_id is null) <> (slot is null)),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
-- The sweeper walks this one from company to company.
create index automation_jobs_due on automation_jobs (subscriber_id, run_at, id) where status = 'pending';
create index automation_jobs_of_appointment on automation_jobs (subscriber_id, appointment_id, run_at, id);
create index automation_jobs_log on automation_jobs (subscriber_id, status, run_at desc, id desc);
create index automation_jobs_of_source on automation_jobs (subscriber_id, source_id, updated_at) where status = 'done';
select secure_tenant_table('automation_jobs');
