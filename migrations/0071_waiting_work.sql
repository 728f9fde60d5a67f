-- Whether a company has new messages or webhooks that were not attempted yet: its jobs wait for them.
drop index outbound_messages_new;
create index outbound_messages_new on outbound_messages (subscriber_id, created_at)
  where status = 'queued' and attempts = 0 and error is null;
create index webhook_deliveries_new on webhook_deliveries (subscriber_id, created_at)
  where status = 'queued' and attempts = 0;
