-- Text messages: credits, opt-outs and replies.
alter table outbound_messages
  -- The provider's id of a text, and what it counts.
  add column provider_id text,
  add column segments integer,
  -- An attempt was made whose result is unknown: the provider is asked before the next one.
  add column is_doubtful boolean not null default false;

-- Texts of all companies come from the platform's numbers: a reply belongs to the company that wrote last.
create index outbound_texts_by_phone on outbound_messages (to_address, created_at) where channel = 'text';

create table text_balances (
  subscriber_id uuid not null primary key,
  credits integer not null check (credits >= 0),
  updated_at timestamptz not null
);
select secure_tenant_table('text_balances');

-- Every change of the balance. A message reserves, settles and is refunded once.
create table text_credit_entries (
  subscriber_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('grant', 'reserve', 'settle', 'refund')),
  credits integer not null check (credits <> 0),
  credits_after integer not null check (credits_after >= 0),
  message_id uuid,
  note text not null default '',
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, message_id, kind),
  foreign key (subscriber_id, message_id) references outbound_messages (subscriber_id, id)
    on delete set null (message_id)
);
select secure_tenant_table('text_credit_entries');

create table text_opt_outs (
  subscriber_id uuid not null,
  -- E.164.
  phone text not null,
  -- Who said so: the phone, the provider when it refused a text, or the office.
  source text not null check (source in ('reply', 'provider', 'office')),
  created_at timestamptz not null,
  primary key (subscriber_id, phone)
);
select secure_tenant_table('text_opt_outs');

create table inbound_texts (
  subscriber_id uuid not null,
  id uuid not null,
  provider_id text not null,
  from_phone text not null,
  to_phone text not null,
  body text not null,
  media integer not null default 0,
  kind text not null check (kind in ('stop', 'start', 'help', 'text')),
  -- An ordinary message that may mean STOP: the office decides.
  may_want_stop boolean not null default false,
  -- Those of the last text to this phone.
  person_id uuid,
  appointment_id uuid,
  received_at timestamptz not null,
  primary key (subscriber_id, id)
);
-- Once, whoever it belongs to: another company may have written between two reports of the same reply.
create unique index inbound_texts_once on inbound_texts (provider_id);
create index inbound_texts_of_appointment on inbound_texts (subscriber_id, appointment_id, id);
create index inbound_texts_of_person on inbound_texts (subscriber_id, person_id, id);
select secure_tenant_table('inbound_texts');

create index short_links_by_target on short_links (subscriber_id, target);
