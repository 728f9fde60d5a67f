-- A copy of a message that did not arrive is a problem as well; a user may set it aside.
alter table message_events add column closed_at timestamptz;
create index message_events_problems on message_events (subscriber_id, at)
  where kind in ('failed', 'blocked', 'bounced') and recipient <> '' and closed_at is null;
