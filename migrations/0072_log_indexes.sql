-- The log of jobs in its order, whatever their state.
create index automation_jobs_newest on automation_jobs (subscriber_id, run_at desc, id desc);

-- Recipients by the beginning of their address: LIKE and lower() are not leakproof, so row-level security kept them from their
-- index; the comparison of a stored text with ^@ is.
drop index outbound_messages_by_recipient;
alter table outbound_messages
  add column to_key text collate "C" not null generated always as (lower(to_address)) stored;
create index outbound_messages_by_recipient on outbound_messages (subscriber_id, to_key, id);
