create table companies (
  subscriber_id uuid primary key,
  status smallint not null default 1,
  company_name text not null,
  company_phone text not null default '',
  company_email text not null default '',
  website text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  lat double precision,
  lng double precision,
  logo_file_id uuid,
  timezone text not null,
  currency smallint not null default 1 check (currency between 1 and 4),
  date_format text not null default 'MM/DD/YYYY',
  country_code text not null default 'US',
  order_prefix text not null default '',
  next_order_number integer not null default 1001,
  next_invoice_number integer not null default 1,
  request_id text not null,
  public_slug text not null,
  settings jsonb not null default '{}',
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select secure_tenant_table('companies');

create table users (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  user_type smallint not null check (user_type in (1, 2, 3, 5)),
  role text not null,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  profile_pic_file_id uuid,
  color text not null default '#add8e6',
  signature jsonb,
  status smallint not null default 1,
  must_reset_password boolean not null default false,
  email_verified_at timestamptz,
  receive_communication boolean not null default false,
  terms_accepted_at timestamptz,
  sidebar_nav_links text[] not null default '{}',
  language text not null default 'en',
  is_technician boolean not null default false,
  can_schedule_new boolean not null default false,
  can_edit_schedule boolean not null default false,
  can_publish_report boolean not null default false,
  can_edit_template boolean not null default false,
  can_add_new_comment boolean not null default false,
  full_company_admin boolean not null default false,
  show_appointment_price boolean not null default false,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id)
);
create index users_by_name on users (subscriber_id, lower(last_name), lower(first_name), id) where deleted_at is null;
select secure_tenant_table('users');

create table contacts (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  kind text not null check (kind in ('client', 'agent', 'contractor')),
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  email_cc text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  agency_name text not null default '',
  company_name text not null default '',
  website text not null default '',
  profile_pic_file_id uuid,
  notes text not null default '',
  tags text[] not null default '{}',
  language text not null default 'en',
  status smallint not null default 1,
  last_name_key text collate "C" not null,
  first_name_key text collate "C" not null,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id)
);
create index contacts_page on contacts (subscriber_id, kind, last_name_key, first_name_key, id) where deleted_at is null;
create index contacts_page_by_status on contacts (subscriber_id, kind, status, last_name_key, first_name_key, id)
  where deleted_at is null;
select secure_tenant_table('contacts');

-- One row per searchable word of a person (accents and case folded); prefix search with the leakproof operator ^@.
create table contact_words (
  subscriber_id uuid not null,
  kind text not null,
  word text collate "C" not null,
  contact_id uuid not null,
  primary key (subscriber_id, kind, word, contact_id),
  foreign key (subscriber_id, contact_id) references contacts (subscriber_id, id) on delete cascade
);
create index contact_words_by_contact on contact_words (subscriber_id, contact_id);
select secure_tenant_table('contact_words');

-- Every message that leaves or would leave; `key` makes each one unique and travels as Message-ID.
create table outbound_messages (
  subscriber_id uuid not null,
  id uuid not null,
  key text not null,
  channel text not null check (channel in ('email', 'text', 'webhook')),
  template_key text not null,
  appointment_id uuid,
  person_id uuid,
  to_address text not null,
  cc_address text not null default '',
  bcc_address text not null default '',
  reply_to text not null default '',
  from_name text not null default '',
  subject text not null default '',
  body_text text not null default '',
  body_html text not null default '',
  attachments jsonb not null default '[]',
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  lease_until timestamptz,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (subscriber_id, id),
  unique (subscriber_id, key)
);
create index outbound_messages_by_appointment on outbound_messages (subscriber_id, appointment_id, id);
select secure_tenant_table('outbound_messages');

-- Keeps tallies true: one row per list, changed in the transaction of the change.
create function tally(tenant uuid, list text, by_how_many integer) returns void language sql as $$
  insert into tallies (subscriber_id, name, total) values (tenant, list, by_how_many)
  on conflict (subscriber_id, name) do update set total = tallies.total + excluded.total
$$;

create function tally_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tally(new.subscriber_id, 'contacts:' || new.kind, 1);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform tally(new.subscriber_id, 'contacts:' || new.kind, case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform tally(old.subscriber_id, 'contacts:' || old.kind, -1);
  end if;
  return null;
end $$;
create trigger tally_contacts after insert or delete or update of deleted_at on contacts
  for each row execute function tally_contacts();

-- Begins a signed-in call in one round trip: reads the person's present rights across the tenant lock, then puts the
-- transaction behind it. Null when the person is gone. Runs with the caller's rights (no security definer).
create function enter_call(role_name text, tenant uuid, person uuid, session uuid) returns jsonb language plpgsql as $$
declare
  found_person jsonb;
begin
  perform set_config('role', 'app_admin', true);
  select jsonb_build_object(
      'id', u.id, 'subscriber_id', u.subscriber_id, 'user_type', u.user_type, 'role', u.role,
      'email_verified_at', u.email_verified_at, 'status', u.status, 'company_status', c.status,
      'is_live', exists (select from sessions s where s.family_id = session and s.revoked_at is null),
      'can_schedule_new', u.can_schedule_new, 'can_edit_schedule', u.can_edit_schedule,
      'can_publish_report', u.can_publish_report, 'can_edit_template', u.can_edit_template,
      'can_add_new_comment', u.can_add_new_comment, 'full_company_admin', u.full_company_admin,
      'show_appointment_price', u.show_appointment_price)
    into found_person
    from users u left join companies c on c.subscriber_id = u.subscriber_id
    where u.subscriber_id = tenant and u.id = person and u.deleted_at is null;
  perform set_config('app.tenant_id', tenant::text, true), set_config('app.user_id', person::text, true),
    set_config('role', role_name, true);
  return found_person;
end $$;
grant execute on function enter_call to app_admin, app_user;
