-- What the cleanup looks for: rows older than the platform's retention, in every table that only grows.
create index events_by_age on events (at);
create index audit_log_by_age on audit_log (at);
create index message_events_by_age on message_events (at);
create index automation_jobs_by_age on automation_jobs (updated_at) where status <> 'pending';
create index online_bookings_by_confirmation on online_bookings (confirm_until) where confirm_until is not null;
