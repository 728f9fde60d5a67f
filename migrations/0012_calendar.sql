-- What stands in the calendar beside appointments and their sub-events. regular: made here. external: imported, never edited.
create table calendar_events (
  subscriber_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('regular', 'external')),
  title text not null check (title <> ''),
  description text not null default '',
  -- Null: of the whole company; takes nobody's time.
  technician_id uuid,
  start_at timestamptz not null,
  end_at timestamptz not null,
  all_day boolean not null default false,
  -- Zone in which it was entered; all-day entries are days of this zone.
  timezone text not null,
  busy boolean not null default true,
  google_event_id text,
  google_calendar_id text,
  created_by uuid,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted entry stays for a while, so that subscribed calendars are told of it.
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  check (end_at > start_at),
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id)
);
create index calendar_events_when on calendar_events using gist (subscriber_id, tstzrange(start_at, end_at))
  where deleted_at is null;
create index calendar_events_of on calendar_events (subscriber_id, technician_id, start_at);
create unique index calendar_events_imported on calendar_events (subscriber_id, google_calendar_id, google_event_id)
  where google_event_id is not null;
select secure_tenant_table('calendar_events');

-- Sub-events may last days and lie apart from their appointment.
create index appointment_events_when on appointment_events using gist (subscriber_id, tstzrange(start_date, end_date));

-- Secret addresses of the iCalendar feed. The secret itself is nowhere: it is a keyed hash of the id, and public_links knows
-- its SHA-256 only.
create table calendar_feeds (
  subscriber_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('user', 'company')),
  -- Whose appointments it shows, and with whose rights it reads.
  user_id uuid not null,
  name text not null default '',
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_read_at timestamptz,
  last_user_agent text not null default '',
  primary key (subscriber_id, id),
  foreign key (subscriber_id, user_id) references users (subscriber_id, id) on delete cascade
);
create index calendar_feeds_of on calendar_feeds (subscriber_id, user_id) where revoked_at is null;
select secure_tenant_table('calendar_feeds');
