-- What runs on an appointment's start or end runs once: its key no longer names the occurrence, so that an edited action does not
-- run again. Of several jobs of one action, the one that ran has the key, else the newest; the others keep theirs.
set local role app_admin;
with timed as (
  select subscriber_id, id, regexp_replace(dedupe_key, '\.(start|end)$', '') as new_key,
    row_number() over (
      partition by subscriber_id, regexp_replace(dedupe_key, '\.(start|end)$', '')
      order by status in ('done', 'failed') desc, updated_at desc, id desc
    ) as rank
  from automation_jobs
  where event_type in (18, 19) and dedupe_key ~ '\.(start|end)$'
)
update automation_jobs job set dedupe_key = timed.new_key
from timed
where job.subscriber_id = timed.subscriber_id and job.id = timed.id and timed.rank = 1
  and not exists (
    select from automation_jobs other
    where other.subscriber_id = timed.subscriber_id and other.dedupe_key = timed.new_key
  );
reset role;
