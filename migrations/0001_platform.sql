-- The platform's own tables. They stand outside the tenant locks: whoever signs in or opens a link has no tenant yet.
-- The roles app_user (one tenant at a time) and app_admin (platform) are made by the migration runner.
create extension if not exists btree_gist;

-- Puts both locks on a tenant table: row-level security for app_user, free passage for app_admin, grants for both.
create function secure_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format($p$create policy tenant on %s to app_user
    using (subscriber_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    with check (subscriber_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, name);
  execute format($p$create policy platform on %s to app_admin
    using (current_user = 'app_admin') with check (current_user = 'app_admin')$p$, name);
  execute format('grant select, insert, update, delete on %s to app_user, app_admin', name);
end $$;

grant usage on schema public to app_user, app_admin;

create table logins (
  email text primary key check (email = lower(email)),
  user_id uuid not null unique,
  subscriber_id uuid not null,
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  family_id uuid not null,
  user_id uuid not null,
  subscriber_id uuid not null,
  token_hash text not null unique,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  family_started_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id, family_id);
create index sessions_by_family on sessions (family_id);
create index sessions_by_expiry on sessions (expires_at);

create table auth_codes (
  id uuid primary key,
  user_id uuid not null,
  subscriber_id uuid not null,
  purpose text not null check (purpose in ('verify', 'reset', 'invite')),
  code_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index auth_codes_by_user on auth_codes (user_id, purpose);

create table public_links (
  token text primary key,
  subscriber_id uuid not null,
  kind text not null,
  target_id uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index public_links_by_target on public_links (subscriber_id, kind, target_id);

create table short_links (
  uniq_id text primary key,
  subscriber_id uuid not null,
  target text not null,
  appointment_id uuid,
  clicks integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

create table seal_keys (
  id uuid primary key,
  ca_pem text not null,
  cert_pem text not null,
  encrypted_key text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table platform_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

grant select, insert, update, delete on logins, sessions, auth_codes, public_links, short_links, rate_limits, seal_keys,
  platform_settings to app_admin;
-- A tenant's transaction may make links and read the seal; it never sees logins, sessions or codes.
grant select, insert, update on public_links, short_links to app_user;
grant select on seal_keys to app_user;

-- First answers of POSTs that carried an Idempotency-Key, kept 48 hours. Public calls use the nil tenant.
create table idempotency_keys (
  subscriber_id uuid not null,
  caller text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (subscriber_id, caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select secure_tenant_table('idempotency_keys');

-- What happened: history, activity, automation and listeners all read it.
create table events (
  subscriber_id uuid not null,
  id uuid not null,
  type text not null,
  data jsonb not null,
  appointment_id uuid,
  actor_id uuid,
  actor_name text,
  at timestamptz not null,
  primary key (subscriber_id, id)
);
create index events_by_appointment on events (subscriber_id, appointment_id, id);
select secure_tenant_table('events');

create table audit_log (
  subscriber_id uuid not null,
  id uuid not null,
  actor_id uuid,
  actor_type text not null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  ip text,
  at timestamptz not null,
  primary key (subscriber_id, id)
);
select secure_tenant_table('audit_log');

-- Maintained totals of lists, so that a page of 25 among a million rows need not count them.
create table tallies (
  subscriber_id uuid not null,
  name text not null,
  total integer not null default 0,
  primary key (subscriber_id, name)
);
select secure_tenant_table('tallies');

-- Files written to the store (pictures, photos, PDFs); the bytes lie outside the database.
create table stored_files (
  subscriber_id uuid not null,
  id uuid not null,
  purpose text not null,
  storage_key text not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (subscriber_id, id)
);
select secure_tenant_table('stored_files');
