create table appointments (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  order_id text not null,
  source text not null default 'internal',
  status text not null check (status in ('requested', 'scheduled', 'completed', 'canceled')),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default 'US',
  square_feet double precision,
  year_built integer,
  foundation smallint check (foundation between 1 and 3),
  lat double precision,
  lng double precision,
  location_precision text,
  date_time timestamptz not null,
  duration_minutes integer not null check (duration_minutes > 0 and duration_minutes <= 1440),
  end_time timestamptz not null,
  confirm_inspection boolean not null,
  occupied boolean not null,
  utilities_on boolean not null,
  disable_automated_notifications boolean not null,
  require_payment boolean not null,
  payment_notes text not null default '',
  inspection_notes text not null default '',
  discount_code_id uuid,
  discount_snapshot jsonb,
  is_manual_edit boolean not null default false,
  total_fee_cents integer not null,
  outstanding_cents integer not null,
  paid boolean not null,
  agreement_signed boolean not null,
  published boolean not null default false,
  notification_settings jsonb not null default '{}',
  action_groups jsonb not null default '[]',
  cover_file_id uuid,
  canceled_at timestamptz,
  cancel_reason text not null default '',
  rev integer not null default 1,
  added_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  check (end_time > date_time)
);
create unique index appointments_order_id on appointments (subscriber_id, order_id) where deleted_at is null;
create index appointments_page on appointments (subscriber_id, date_time, id) where deleted_at is null;
create index appointments_by_status on appointments (subscriber_id, status, date_time, id) where deleted_at is null;
create index appointments_unpaid on appointments (subscriber_id, date_time, id)
  where deleted_at is null and not paid and status <> 'canceled';
create index appointments_unpublished on appointments (subscriber_id, date_time, id)
  where deleted_at is null and not published and status <> 'canceled';
select secure_tenant_table('appointments');

create function tally_appointments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tally(new.subscriber_id, 'appointments', 1);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform tally(new.subscriber_id, 'appointments', case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform tally(old.subscriber_id, 'appointments', -1);
  end if;
  return null;
end $$;
create trigger tally_appointments after insert or delete or update of deleted_at on appointments
  for each row execute function tally_appointments();

create table appointment_services (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  service_id uuid not null,
  name text not null,
  position integer not null,
  primary key (subscriber_id, appointment_id, service_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, service_id) references services (subscriber_id, id)
);
select secure_tenant_table('appointment_services');

create table appointment_addons (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  service_id uuid not null,
  add_on_id uuid not null,
  name text not null,
  position integer not null,
  primary key (subscriber_id, appointment_id, add_on_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
select secure_tenant_table('appointment_addons');

create table appointment_fees (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  id uuid not null,
  service_id uuid,
  add_on_id uuid,
  discount_code_id uuid,
  line_item text not null,
  pricing_details text not null default '',
  pretax_cents integer not null,
  tax_cents integer not null default 0,
  taxes jsonb not null default '[]',
  tax_description text not null default '',
  notes_for_client_invoice text not null default '',
  duration_minutes integer not null default 0,
  is_tax_manual boolean not null default false,
  position integer not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index appointment_fees_in_order on appointment_fees (subscriber_id, appointment_id, position);
select secure_tenant_table('appointment_fees');

create table appointment_people (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  id uuid not null,
  role text not null check (role in ('inspector', 'client', 'agent', 'listing_agent', 'contractor')),
  person_id uuid not null,
  invisible boolean not null default false,
  share_percent integer,
  link_version integer not null default 1,
  position integer not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, appointment_id, role, person_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index appointment_people_by_person on appointment_people (subscriber_id, person_id, role, appointment_id);
select secure_tenant_table('appointment_people');

create table appointment_templates (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  template_id uuid not null,
  position integer not null,
  primary key (subscriber_id, appointment_id, template_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, template_id) references templates (subscriber_id, id)
);
select secure_tenant_table('appointment_templates');

create table appointment_attachments (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  id uuid not null,
  name text not null,
  file_id uuid not null,
  as_report boolean not null default false,
  visible_to_client boolean not null default false,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index appointment_attachments_of on appointment_attachments (subscriber_id, appointment_id, id);
select secure_tenant_table('appointment_attachments');

create table appointment_events (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  inspector_id uuid,
  start_date timestamptz not null,
  end_date timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  check (end_date >= start_date + interval '1 minute')
);
create index appointment_events_of on appointment_events (subscriber_id, appointment_id, start_date);
select secure_tenant_table('appointment_events');

create table internal_notes (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  id uuid not null,
  text text not null,
  is_edited boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index internal_notes_of on internal_notes (subscriber_id, appointment_id, id);
select secure_tenant_table('internal_notes');

-- The time of a technician: no two exclusive rows of different appointments may overlap. A stored overrule
-- (exclusive = false, with who and when) is the only way round.
create table technician_bookings (
  subscriber_id uuid not null,
  id uuid not null,
  technician_id uuid not null,
  appointment_id uuid not null,
  appointment_event_id uuid,
  during tstzrange not null,
  exclusive boolean not null default true,
  overruled_by uuid,
  overruled_at timestamptz,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, technician_id) references users (subscriber_id, id),
  constraint no_double_booking exclude using gist (
    subscriber_id with =, technician_id with =, during with &&, appointment_id with <>) where (exclusive)
);
create index technician_bookings_of on technician_bookings (subscriber_id, appointment_id);
select secure_tenant_table('technician_bookings');

-- A gate may be waived per appointment, with reason, person and end.
create table gate_waivers (
  subscriber_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  what text not null check (what in ('payment', 'agreement')),
  reason text not null,
  waived_by uuid not null,
  waived_at timestamptz not null,
  until timestamptz,
  revoked_at timestamptz,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index gate_waivers_of on gate_waivers (subscriber_id, appointment_id);
select secure_tenant_table('gate_waivers');
