create table services (
  subscriber_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  base_cost_cents integer not null check (base_cost_cents >= 0),
  base_duration_minutes integer not null check (base_duration_minutes >= 0),
  status smallint not null default 1,
  position integer not null,
  is_public boolean not null default true,
  template_ids uuid[] not null default '{}',
  agreement_ids uuid[] not null default '{}',
  contractor_ids uuid[] not null default '{}',
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id)
);
select secure_tenant_table('services');

create table service_modifiers (
  subscriber_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  "when" smallint not null check ("when" between 1 and 7),
  greater_than double precision,
  less_than_or_equal double precision,
  add_fee_cents integer not null default 0,
  add_minutes integer not null default 0,
  position integer not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, service_id) references services (subscriber_id, id) on delete cascade
);
create index service_modifiers_by_service on service_modifiers (subscriber_id, service_id, position);
select secure_tenant_table('service_modifiers');

create table service_taxes (
  subscriber_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  name text not null,
  add_percent integer not null check (add_percent between 0 and 100000), -- thousandths of a percent
  position integer not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, service_id) references services (subscriber_id, id) on delete cascade
);
create index service_taxes_by_service on service_taxes (subscriber_id, service_id, position);
select secure_tenant_table('service_taxes');

create table add_ons (
  subscriber_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  name text not null,
  description text not null default '',
  add_fee_cents integer not null default 0,
  add_minutes integer not null default 0,
  status smallint not null default 1,
  position integer not null,
  template_ids uuid[] not null default '{}',
  agreement_ids uuid[] not null default '{}',
  primary key (subscriber_id, id),
  foreign key (subscriber_id, service_id) references services (subscriber_id, id) on delete cascade
);
create index add_ons_by_service on add_ons (subscriber_id, service_id, position);
select secure_tenant_table('add_ons');

create table discount_codes (
  subscriber_id uuid not null,
  id uuid not null,
  code text not null check (code = upper(code)),
  type smallint not null check (type in (1, 2)),
  percent integer,        -- thousandths of a percent, type 1
  amount_cents integer,   -- type 2
  description text not null default '',
  notes text not null default '',
  service_ids uuid[] not null default '{}',
  add_on_ids uuid[] not null default '{}',
  min_total_cents integer not null default 0,
  max_uses integer,
  max_uses_per_client integer,
  used_count integer not null default 0,
  starts_on date,
  expires_on date,
  online boolean not null default false,
  status smallint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, code)
);
select secure_tenant_table('discount_codes');

create table templates (
  subscriber_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  ratings jsonb not null,
  report_title text not null default '',
  header_text jsonb,
  disclaimer jsonb,
  source_template_id uuid,
  rev integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id)
);
select secure_tenant_table('templates');

create table template_sections (
  subscriber_id uuid not null,
  template_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  standards_text jsonb,
  is_repeatable boolean not null default false,
  hidden boolean not null default false,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, template_id) references templates (subscriber_id, id) on delete cascade
);
create index template_sections_in_order on template_sections (subscriber_id, template_id, position);
select secure_tenant_table('template_sections');

create table template_items (
  subscriber_id uuid not null,
  template_id uuid not null,
  section_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  show_ratings boolean not null default true,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, section_id) references template_sections (subscriber_id, id) on delete cascade
);
create index template_items_in_order on template_items (subscriber_id, template_id, section_id, position);
select secure_tenant_table('template_items');

create table template_comments (
  subscriber_id uuid not null,
  template_id uuid not null,
  item_id uuid not null,
  id uuid not null,
  kind smallint not null check (kind in (1, 2, 3)), -- information, limitation, deficiency
  name text not null,
  answer_type text not null default 'text',
  options text[] not null default '{}',
  default_text jsonb,
  default_location text not null default '',
  category smallint,
  recommendation text not null default '',
  tags text[] not null default '{}',
  min_cost_cents integer,
  max_cost_cents integer,
  is_default boolean not null default false,
  is_required boolean not null default false,
  position integer not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, item_id) references template_items (subscriber_id, id) on delete cascade,
  check (min_cost_cents is null or max_cost_cents is null or min_cost_cents <= max_cost_cents)
);
create index template_comments_in_order on template_comments (subscriber_id, template_id, item_id, position);
select secure_tenant_table('template_comments');

create table agreement_templates (
  subscriber_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  content jsonb not null,
  version integer not null default 1,
  is_default boolean not null default false,
  status smallint not null default 1,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id)
);
select secure_tenant_table('agreement_templates');
