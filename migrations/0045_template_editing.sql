-- Autosave operations of the template editor by client id: a repeated batch changes nothing, and no word is lost.
create table template_ops (
  subscriber_id uuid not null,
  template_id uuid not null,
  op_id uuid not null,
  seq bigint generated always as identity,
  rev integer not null,
  op jsonb not null,
  before jsonb,
  refused text,
  actor_id uuid,
  at timestamptz not null,
  primary key (subscriber_id, op_id),
  foreign key (subscriber_id, template_id) references templates (subscriber_id, id) on delete cascade
);
create index template_ops_of on template_ops (subscriber_id, template_id, rev, seq);
select secure_tenant_table('template_ops');

-- The editions of a template that reports were made from. Taking over later changes compares with them.
create table template_versions (
  subscriber_id uuid not null,
  template_id uuid not null,
  version integer not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (subscriber_id, template_id, version),
  foreign key (subscriber_id, template_id) references templates (subscriber_id, id) on delete cascade
);
select secure_tenant_table('template_versions');

-- Where a report's sections and items come from; comments know theirs already.
alter table report_sections add column template_section_id uuid;
alter table report_items add column template_item_id uuid;

-- The comments of the company across its templates, by name.
create index template_comments_by_name on template_comments (subscriber_id, lower(name), id);
create index templates_by_name on templates (subscriber_id, lower(name), id) where deleted_at is null;

-- Templates that the platform offers to every company. The content is the documented exchange format.
create table store_templates (
  id uuid primary key,
  name text not null,
  description text not null,
  trade text not null,
  content jsonb not null,
  sections integer not null,
  items integer not null,
  comments integer not null,
  position integer not null,
  is_offered boolean not null default true,
  rev integer not null default 1,
  updated_at timestamptz not null
);
grant select on store_templates to app_user;
grant select, insert, update, delete on store_templates to app_admin;
