-- Whether a company sends a message, and to whom of the appointment. Without a row: on, to those of the product's list.
create table message_switches (
  subscriber_id uuid not null,
  key text not null,
  channel text not null check (channel in ('email', 'text')),
  enabled boolean not null,
  audiences text[], -- null: the product's
  updated_at timestamptz not null,
  primary key (subscriber_id, key, channel)
);
select secure_tenant_table('message_switches');
set local role app_admin;
insert into message_switches (subscriber_id, key, channel, enabled, updated_at)
  select subscriber_id, key, channel, false, max(updated_at) from message_templates where not enabled group by 1, 2, 3;
reset role;
