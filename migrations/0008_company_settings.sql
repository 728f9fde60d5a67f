-- What a company says about itself beyond the first day: two more pictures, what may never be read back, and the reminders
-- that its appointments begin with.
alter table companies
  add column header_logo_file_id uuid,
  add column signature_file_id uuid;

-- Credentials of payment gateways and the like, encrypted with a key from SECRET_KEY: `payment.5.secret_key`.
create table company_secrets (
  subscriber_id uuid not null,
  name text not null,
  locked text not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, name)
);
select secure_tenant_table('company_secrets');

-- Only the reminders that a company changed; the others have the product's defaults.
create table notification_slots (
  subscriber_id uuid not null,
  audience text not null check (audience in ('client', 'agent', 'listing_agent', 'contractor')),
  channel text not null check (channel in ('email', 'text')),
  index smallint not null check (index between 1 and 3),
  enabled boolean not null,
  "when" text not null check ("when" in ('pre', 'post')),
  value integer not null check (value between 0 and 999),
  unit smallint not null check (unit between 0 and 4),
  subject text not null default '',
  body text not null default '',
  updated_at timestamptz not null,
  primary key (subscriber_id, audience, channel, index)
);
select secure_tenant_table('notification_slots');
