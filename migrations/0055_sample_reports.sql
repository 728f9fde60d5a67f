-- Frozen copies of published reports without private data, which a company shows to the public.
create table sample_reports (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  -- The published state it was made from. The sample does not need it: the report may be deleted.
  report_id uuid not null,
  report_rev integer not null,
  name text not null,
  description text not null,
  snapshot jsonb not null,
  position integer not null,
  visible boolean not null default true,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  -- A repeated request makes no second one.
  unique (subscriber_id, report_id, report_rev)
);
select secure_tenant_table('sample_reports');

-- The photos of samples. They have rows of their own in stored_files with the storage keys of the report's.
create table sample_report_photos (
  subscriber_id uuid not null,
  sample_id uuid not null,
  public_id text not null,
  large_file_id uuid not null,
  medium_file_id uuid not null,
  thumb_file_id uuid not null,
  primary key (subscriber_id, sample_id, public_id),
  foreign key (subscriber_id, sample_id) references sample_reports (subscriber_id, id) on delete cascade
);
select secure_tenant_table('sample_report_photos');

-- Bytes are deleted with the last row that names them.
create index stored_files_by_key on stored_files (subscriber_id, storage_key);
