-- Every photo in the content of a version is kept, also those that its readers do not see, so that it can be restored.
alter table report_snapshots add column kept_media_ids uuid[] not null default '{}';
update report_snapshots set kept_media_ids = coalesce(
  (select array_agg((id #>> '{}')::uuid) from jsonb_path_query(content, '$.content.sections[*].items[*].media[*].id') id), '{}');
-- Set when the report was unpublished: what was withdrawn stays with the team.
alter table report_snapshots add column withdrawn_at timestamptz;
