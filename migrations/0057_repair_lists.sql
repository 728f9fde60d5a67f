-- What a client or agent asks for about the defects of a published report, under a link of its own. The items are one
-- document, read and written as a whole and protected by `rev`.
create table repair_lists (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  report_id uuid not null,
  appointment_id uuid not null,
  -- The published version that the list was made from.
  report_rev integer not null,
  rev integer not null default 0,
  title text not null default '',
  addressees text[] not null default '{}',
  -- [{ id: public id of the comment, request, credit_cents, note }], in the order of the list.
  items jsonb not null,
  -- Who made it: a row of appointment_people, or null for a reader the company sent the report to. The name as it was then.
  maker_id uuid,
  maker_name text not null default '',
  role text not null check (role in ('client', 'agent', 'listing_agent', 'other')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index repair_lists_of_appointment on repair_lists (subscriber_id, appointment_id, created_at);
create index repair_lists_of_report on repair_lists (subscriber_id, report_id);
select secure_tenant_table('repair_lists');

-- An appointment that re-inspects defects of an earlier report. One row for each booking, so one re-inspection.
create table reinspections (
  subscriber_id uuid not null,
  appointment_id uuid not null,
  of_appointment_id uuid not null,
  report_id uuid not null,
  repair_list_id uuid,
  -- The public ids of the comments.
  comment_ids text[] not null check (cardinality(comment_ids) > 0),
  created_at timestamptz not null,
  primary key (subscriber_id, appointment_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, of_appointment_id) references appointments (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, repair_list_id) references repair_lists (subscriber_id, id) on delete set null (repair_list_id)
);
create index reinspections_of on reinspections (subscriber_id, of_appointment_id);
create index reinspections_of_report on reinspections (subscriber_id, report_id);
create index reinspections_of_list on reinspections (subscriber_id, repair_list_id) where repair_list_id is not null;
select secure_tenant_table('reinspections');

-- The report of a re-inspection has no template: its content is what is inspected again.
alter table reports add column reinspects_report_id uuid;
alter table reports add column reinspects_rev integer;
create unique index reports_one_reinspection on reports (subscriber_id, appointment_id) where reinspects_report_id is not null;

-- A photo of the earlier report, shown next to the new ones. Shares its files.
alter table report_media add column is_before boolean not null default false;
