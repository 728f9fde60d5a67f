create table reports (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  appointment_id uuid not null,
  template_id uuid,
  template_version integer not null,
  name text not null,
  status text not null check (status in ('not_started', 'in_progress', 'pending_approval', 'published')),
  position integer not null,
  ratings jsonb not null,
  header_text jsonb,
  disclaimer jsonb,
  is_stamped boolean not null default false,
  content_rev integer not null default 0,
  published_rev integer,
  published_at timestamptz,
  published_by uuid,
  first_published_at timestamptz,
  submitted_at timestamptz,
  pdf_full_file_id uuid,
  pdf_summary_file_id uuid,
  pdf_status text not null default 'none' check (pdf_status in ('none', 'queued', 'ready', 'failed')),
  pdf_rev integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create unique index reports_of on reports (subscriber_id, appointment_id, template_id) where deleted_at is null;
select secure_tenant_table('reports');

create table report_sections (
  subscriber_id uuid not null,
  report_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  standards_text jsonb,
  hidden boolean not null default false,
  is_repeatable boolean not null default false,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index report_sections_in_order on report_sections (subscriber_id, report_id, position);
select secure_tenant_table('report_sections');

create table report_items (
  subscriber_id uuid not null,
  report_id uuid not null,
  section_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  show_ratings boolean not null default true,
  rating text,
  rev integer not null default 0,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, section_id) references report_sections (subscriber_id, id) on delete cascade
);
create index report_items_in_order on report_items (subscriber_id, report_id, section_id, position);
select secure_tenant_table('report_items');

create table report_comments (
  subscriber_id uuid not null,
  report_id uuid not null,
  item_id uuid not null,
  id uuid not null,
  public_id text not null,
  template_comment_id uuid,
  kind smallint not null check (kind in (1, 2, 3)),
  name text not null,
  included boolean not null default false,
  answer_type text not null default 'text',
  options text[] not null default '{}',
  answer jsonb,
  text jsonb,
  locations text[] not null default '{}',
  category smallint,
  recommendation text not null default '',
  tags text[] not null default '{}',
  min_cost_cents integer,
  max_cost_cents integer,
  is_required boolean not null default false,
  position integer not null,
  rev integer not null default 0,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  foreign key (subscriber_id, item_id) references report_items (subscriber_id, id) on delete cascade
);
create index report_comments_in_order on report_comments (subscriber_id, report_id, item_id, position);
select secure_tenant_table('report_comments');

-- `id` is made by the client, so that a repeated upload changes nothing. A photo outlives its item: the last snapshot may show it.
create table report_media (
  subscriber_id uuid not null,
  report_id uuid not null,
  item_id uuid not null,
  comment_id uuid,
  id uuid not null,
  public_id text not null,
  kind text not null check (kind in ('photo', 'video')),
  large_file_id uuid not null,
  medium_file_id uuid not null,
  thumb_file_id uuid not null,
  width integer not null,
  height integer not null,
  caption text not null default '',
  annotations jsonb not null default '[]',
  taken_at timestamptz,
  sha256 text not null,
  position integer not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index report_media_in_order on report_media (subscriber_id, report_id, position);
select secure_tenant_table('report_media');

-- Autosave operations by client id: a repeated batch changes nothing, and no word is lost (history of every value).
create table report_ops (
  subscriber_id uuid not null,
  report_id uuid not null,
  op_id uuid not null,
  seq bigint generated always as identity,
  rev integer not null,
  op jsonb not null,
  before jsonb,
  refused text,
  actor_id uuid,
  at timestamptz not null,
  primary key (subscriber_id, op_id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index report_ops_of on report_ops (subscriber_id, report_id, rev, seq);
select secure_tenant_table('report_ops');

-- What the public sees: the last snapshot.
create table report_snapshots (
  subscriber_id uuid not null,
  report_id uuid not null,
  rev integer not null,
  content jsonb not null,
  media_ids uuid[] not null default '{}',
  published_at timestamptz not null,
  published_by uuid,
  primary key (subscriber_id, report_id, rev),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
select secure_tenant_table('report_snapshots');

create table report_view_links (
  subscriber_id uuid not null,
  id uuid not null,
  view_id text not null,
  report_id uuid not null,
  person_id uuid,
  role text not null,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, view_id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index report_view_links_of on report_view_links (subscriber_id, report_id);
select secure_tenant_table('report_view_links');

create table report_views (
  subscriber_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid,
  role text not null,
  ip text not null,
  user_agent text not null,
  at timestamptz not null,
  seconds integer not null default 0,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
create index report_views_of on report_views (subscriber_id, report_id, at);
select secure_tenant_table('report_views');
