-- A video of a report. Its bytes stay in the parts in which they came, so that an upload that breaks off goes on where it was,
-- on whichever process it arrives. `id` is made by the browser and is that of the medium once the video is part of the report.
create table report_videos (
  subscriber_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  created_by uuid not null,
  bytes integer not null check (bytes between 1 and 209715200),
  received integer not null default 0 check (received between 0 and bytes),
  type text check (type in ('video/mp4', 'video/quicktime', 'video/webm')),
  created_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz,
  -- Given up: takes nothing more in, and goes once its files are gone.
  dropped_at timestamptz,
  check (finished_at is null or dropped_at is null),
  primary key (subscriber_id, id),
  foreign key (subscriber_id, report_id) references reports (subscriber_id, id) on delete cascade
);
select secure_tenant_table('report_videos');
create index report_videos_unfinished on report_videos (subscriber_id, created_by) where finished_at is null;

-- Named before its file is written, so that no file is ever without a row; only those that have arrived are part of the video.
create table report_video_parts (
  subscriber_id uuid not null,
  video_id uuid not null,
  start integer not null check (start >= 0),
  bytes integer not null check (bytes > 0),
  storage_key text not null,
  has_arrived boolean not null default false,
  primary key (subscriber_id, storage_key),
  foreign key (subscriber_id, video_id) references report_videos (subscriber_id, id) on delete cascade
);
select secure_tenant_table('report_video_parts');
create index report_video_parts_in_order on report_video_parts (subscriber_id, video_id, start);
create unique index report_video_parts_arrived on report_video_parts (subscriber_id, video_id, start) where has_arrived;

-- Of videos only.
alter table report_media add column duration_ms integer check (duration_ms > 0);
