-- When a report that nobody opened is filled from its template: a sweep finds the due ones, so that future appointments
-- put no jobs into the queue, through which every fetch would walk.
alter table reports add column stamp_due_at timestamptz;
update reports r
  set stamp_due_at = date_trunc('day', a.date_time at time zone c.timezone) at time zone c.timezone
  from appointments a join companies c on c.subscriber_id = a.subscriber_id
  where a.subscriber_id = r.subscriber_id and a.id = r.appointment_id and not r.is_stamped and a.status <> 'canceled';
create index reports_to_stamp on reports (stamp_due_at) where not is_stamped and deleted_at is null;
do $$ begin
  if to_regclass('pgboss.job') is not null then
    execute $sql$ delete from pgboss.job where name = 'reports/stamp-reports' and state = 'created' and start_after > now() + interval '1 hour' $sql$;
  end if;
end $$;

-- What the sweeps and the hourly cleanup look for.
create index payment_refunds_open on payment_refunds (updated_at) where state in ('asking', 'pending', 'unknown');
create index webhook_inbox_by_age on webhook_inbox (received_at);
create index rate_limits_by_age on rate_limits (window_start);
create index auth_codes_by_expiry on auth_codes (expires_at);
create index short_links_by_expiry on short_links (expires_at);
