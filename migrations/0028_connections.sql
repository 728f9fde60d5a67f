-- The kit for connections to outside services: inbox, tokens and sync cursors.

-- The inbox takes webhooks of any service. `source` names the service ('payment.5'); `data` holds what its job needs.
alter table webhook_inbox
  add column source text,
  add column data jsonb,
  alter column gateway drop not null,
  alter column about drop not null;

-- A version that knows only the columns of payment gateways may run next to this one: each reads what the other wrote.
-- A later migration drops these columns together with the trigger.
create function fill_both_inbox_shapes() returns trigger language plpgsql as $$
begin
  if new.source is null then
    new.source := 'payment.' || new.gateway;
    new.data := jsonb_build_object('gateway', new.gateway, 'about', new.about, 'gateway_ref', new.gateway_ref,
      'attempt_id', new.attempt_id, 'order_ref', new.order_ref);
  elsif new.source like 'payment.%' then
    new.gateway := new.data ->> 'gateway';
    new.about := new.data ->> 'about';
    new.gateway_ref := new.data ->> 'gateway_ref';
    new.attempt_id := new.data ->> 'attempt_id';
    new.order_ref := new.data ->> 'order_ref';
  end if;
  return new;
end $$;
create trigger both_inbox_shapes before insert or update on webhook_inbox
  for each row execute function fill_both_inbox_shapes();

set local role app_admin;
update webhook_inbox set source = null;
reset role;
alter table webhook_inbox
  alter column source set not null,
  alter column data set not null,
  add unique (subscriber_id, source, event_id);

-- Access and refresh token of a connection, encrypted. `lease_id` names the process that is refreshing them.
create table connection_tokens (
  subscriber_id uuid not null,
  connection text not null,
  locked text not null,
  expires_at timestamptz not null,
  version integer not null default 1,
  lease_id uuid,
  lease_until timestamptz,
  rejected_at timestamptz,
  primary key (subscriber_id, connection)
);
select secure_tenant_table('connection_tokens');

-- How far a stream of a connection was read, and when to read on. `lease_id` names the process that is reading.
create table sync_cursors (
  subscriber_id uuid not null,
  connection text not null,
  stream text not null,
  job text not null,
  cursor text not null default '',
  failures smallint not null default 0,
  due_at timestamptz not null,
  lease_id uuid,
  lease_until timestamptz,
  primary key (subscriber_id, connection, stream)
);
create index sync_cursors_due on sync_cursors (due_at);
select secure_tenant_table('sync_cursors');
