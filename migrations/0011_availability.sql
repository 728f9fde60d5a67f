-- When technicians can be booked: fixed start times of a week, time off and extra days, limits of their own; and technician_bookings
-- becomes the one table of technician time, for holds and busy events beside appointments.

-- A start time of a technician's week: hhmm in half hours, day 0 Sunday … 6 Saturday, in the company's zone.
create table availability_slots (
  subscriber_id uuid not null,
  id uuid not null,
  team_id uuid not null,
  start_time smallint not null check (start_time between 0 and 2330 and start_time % 100 in (0, 30)),
  day smallint not null check (day between 0 and 6),
  added_by uuid,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  constraint availability_slots_once unique (subscriber_id, team_id, day, start_time),
  foreign key (subscriber_id, team_id) references users (subscriber_id, id) on delete cascade
);
select secure_tenant_table('availability_slots');

-- Days that differ from the week. off: no time between the two clocks (null: midnight) of each day. extra: start times from
-- start_time to end_time, one every step_minutes, or the one of start_time.
create table availability_overrides (
  subscriber_id uuid not null,
  id uuid not null,
  team_id uuid not null,
  date_from date not null,
  date_to date not null,
  kind text not null check (kind in ('off', 'extra')),
  start_time smallint check (start_time between 0 and 2330 and start_time % 100 in (0, 30)),
  end_time smallint check (end_time between 0 and 2330 and end_time % 100 in (0, 30)),
  step_minutes smallint not null default 60 check (step_minutes between 30 and 720 and step_minutes % 30 = 0),
  reason text not null default '',
  added_by uuid,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  check (date_to >= date_from and date_to - date_from <= 731),
  check (kind = 'off' or start_time is not null),
  check (start_time is null or end_time is null or end_time > start_time),
  foreign key (subscriber_id, team_id) references users (subscriber_id, id) on delete cascade
);
create index availability_overrides_by_day on availability_overrides (subscriber_id, date_to, team_id);
select secure_tenant_table('availability_overrides');

-- What a technician has beside the company's settings; null means the company's. Without a row all are the company's.
create table technician_limits (
  subscriber_id uuid not null,
  technician_id uuid not null,
  buffer_minutes smallint check (buffer_minutes between 0 and 480),
  max_per_day smallint check (max_per_day between 1 and 48),
  notice_hours smallint check (notice_hours between 0 and 720),
  max_days_ahead smallint check (max_days_ahead between 1 and 730),
  -- False: only what technician_services and technician_add_ons name.
  all_services boolean not null default true,
  rev integer not null default 1,
  updated_at timestamptz not null,
  primary key (subscriber_id, technician_id),
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id) on delete cascade
);
select secure_tenant_table('technician_limits');

create table technician_services (
  subscriber_id uuid not null,
  technician_id uuid not null,
  service_id uuid not null,
  primary key (subscriber_id, technician_id, service_id),
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, service_id) references services (subscriber_id, id) on delete cascade
);
select secure_tenant_table('technician_services');

create table technician_add_ons (
  subscriber_id uuid not null,
  technician_id uuid not null,
  add_on_id uuid not null,
  primary key (subscriber_id, technician_id, add_on_id),
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id) on delete cascade
);
select secure_tenant_table('technician_add_ons');

-- A postal code, a range of two, or the beginning of some (`SW1*`); none means everywhere.
create table technician_areas (
  subscriber_id uuid not null,
  technician_id uuid not null,
  zip text not null,
  zip_to text not null default '',
  primary key (subscriber_id, technician_id, zip, zip_to),
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id) on delete cascade
);
select secure_tenant_table('technician_areas');

-- appointment: of an appointment or, with appointment_event_id, of a sub-event. hold: kept for somebody who is choosing, until
-- expires_at. busy: a calendar entry marked busy. external: imported, in the way of others but never refused.
alter table technician_bookings
  alter column appointment_id drop not null,
  add column kind text not null default 'appointment' check (kind in ('appointment', 'hold', 'busy', 'external')),
  add column source_id uuid,
  -- What a busy or external row is called where its owner cannot be asked.
  add column title text not null default '',
  add column expires_at timestamptz,
  add column held_by uuid,
  add column overrule_reason text not null default '',
  -- Rows of one owner do not stand in each other's way.
  add column owner_id uuid not null generated always as (coalesce(appointment_id, source_id, id)) stored,
  add check ((kind = 'appointment') = (appointment_id is not null)),
  add check ((kind = 'hold') = (expires_at is not null));
alter table technician_bookings drop constraint no_double_booking;
alter table technician_bookings add constraint no_double_booking exclude using gist (
  subscriber_id with =, technician_id with =, during with &&, owner_id with <>) where (exclusive);
-- Forced and imported rows are not in the constraint's index, and yet everybody who looks for free time must meet them.
create index technician_bookings_when on technician_bookings using gist (subscriber_id, technician_id, during);
create index technician_bookings_of_source on technician_bookings (subscriber_id, source_id) where source_id is not null;
create index technician_bookings_expiring on technician_bookings (subscriber_id, expires_at) where kind = 'hold';
