-- Crop and rotation of a photo. Its files are never changed.
alter table report_media add column edit jsonb;

-- What readers get of a photo with marks or a crop, made once for each look: `look` is the hash of marks and crop. Versions
-- name looks by their content, so one that a version shows stays until the photo itself is deleted.
create table report_photo_looks (
  subscriber_id uuid not null,
  media_id uuid not null,
  look text not null,
  large_file_id uuid not null,
  medium_file_id uuid not null,
  thumb_file_id uuid not null,
  created_at timestamptz not null,
  primary key (subscriber_id, media_id, look),
  foreign key (subscriber_id, media_id) references report_media (subscriber_id, id) on delete cascade
);
select secure_tenant_table('report_photo_looks');
