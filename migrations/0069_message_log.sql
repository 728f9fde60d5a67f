-- The log is filtered by channel, kind, person and day, each by its index.
create index outbound_messages_by_channel on outbound_messages (subscriber_id, channel, id);
create index outbound_messages_by_kind on outbound_messages (subscriber_id, template_key, id);
create index outbound_messages_by_person on outbound_messages (subscriber_id, person_id, id);
create index outbound_messages_by_day on outbound_messages (subscriber_id, created_at);

-- Whether a message is sent belongs to message_switches (0067). `rev` counts every change of a message, its texts too.
alter table message_templates drop column enabled;
alter table message_switches add column rev integer not null default 0;
