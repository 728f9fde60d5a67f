-- The client's page: what each person may do with the personal link, when that link ends, what clients ask to be changed,
-- and which services let their report be read before it is signed or paid.
alter table appointment_people
  add column rights jsonb not null default '{}',
  add column link_expires_at timestamptz,
  add column link_revoked_at timestamptz;

alter table services
  add column report_needs_signature boolean not null default true,
  add column report_needs_payment boolean not null default true;

create table change_requests (
  subscriber_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  -- The row of the person on the appointment; null for somebody without a personal link.
  appointment_person_id uuid,
  name text not null,
  -- Typed by who has no personal link; empty otherwise.
  email text not null default '',
  wish text not null check (wish in ('time', 'people', 'services', 'property', 'cancel', 'other')),
  message text not null,
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index change_requests_of on change_requests (subscriber_id, appointment_id, id);
create index change_requests_open on change_requests (subscriber_id, appointment_id) where handled_at is null;
select secure_tenant_table('change_requests');
