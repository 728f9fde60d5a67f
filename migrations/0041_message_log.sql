-- The company's log of messages, newest first, by what has to be looked at and by recipient.
create index outbound_messages_open on outbound_messages (subscriber_id, status, id) where status <> 'sent';
create index outbound_messages_by_recipient on outbound_messages (subscriber_id, lower(to_address) text_pattern_ops, id);
