-- When a job that failed or was sent back by a user runs again; its planned time stays.
alter table automation_jobs add column retry_at timestamptz;

-- The sweeper asks which companies have due jobs, and each company's worker which ones.
drop index automation_jobs_due;
create index automation_jobs_due on automation_jobs (coalesce(retry_at, run_at), subscriber_id) where status = 'pending';
create index automation_jobs_due_of_company on automation_jobs (subscriber_id, coalesce(retry_at, run_at), id)
  where status = 'pending';

-- Whether a company has new mails that were not attempted yet: jobs wait for them.
create index outbound_messages_new on outbound_messages (subscriber_id, created_at)
  where status = 'queued' and channel = 'email' and attempts = 0 and error is null;
