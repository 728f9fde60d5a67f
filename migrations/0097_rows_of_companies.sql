-- Repeats what earlier migrations should have changed in rows of companies. They changed nothing, because row-level security
-- hides every row from the owner of the tables, as whom migrations run.
set local role app_admin;

-- 0047: photos of a version that the report no longer has would be deleted.
update report_snapshots set kept_media_ids = (
    select array_agg((id #>> '{}')::uuid) from jsonb_path_query(content, '$.content.sections[*].items[*].media[*].id') id)
  where kept_media_ids = '{}' and jsonb_path_exists(content, '$.content.sections[*].items[*].media[*].id');

-- 0085: when a report is filled from its template.
update reports r
  set stamp_due_at = date_trunc('day', a.date_time at time zone c.timezone) at time zone c.timezone
  from appointments a join companies c on c.subscriber_id = a.subscriber_id
  where a.subscriber_id = r.subscriber_id and a.id = r.appointment_id and not r.is_stamped and r.stamp_due_at is null
    and r.deleted_at is null and a.status <> 'canceled';

-- 0087: what was sent in the last 30 days.
insert into sending_hours (subscriber_id, kind, starts_at, used, per_hour, read_at)
  select subscriber_id, channel, date_trunc('hour', created_at), count(*), 1, '2000-01-01T00:00:00Z'
  from outbound_messages
  where channel in ('email', 'text') and stream <> 'account' and created_at > now() - interval '30 days'
  group by subscriber_id, channel, date_trunc('hour', created_at)
  on conflict do nothing;

-- 0095: PDFs of drafts and of withdrawn reports.
delete from stored_files f where f.purpose = 'report-pdf'
  and not exists (select from reports r where r.subscriber_id = f.subscriber_id and r.pdf_full_file_id = f.id)
  and not exists (select from reports r where r.subscriber_id = f.subscriber_id and r.pdf_summary_file_id = f.id);

reset role;
