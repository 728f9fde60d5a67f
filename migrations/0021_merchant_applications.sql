-- A company's application for a merchant account at Fortis. Only what may be read on a letterhead is kept here: tax numbers,
-- dates of birth and bank data are typed at Fortis, behind app_link.
create table merchant_applications (
  subscriber_id uuid not null,
  id uuid not null,
  client_app_id text not null check (length(client_app_id) <= 20), -- our id at Fortis: by it an application is found again
  mode text check (mode in ('simulator', 'test', 'live')),         -- null: never sent
  state text not null default 'draft' check (state in ('draft', 'submitting', 'unknown', 'submitted', 'approved', 'declined',
    'withdrawn')),
  form jsonb not null default '{}',
  locked_link text,                     -- app_link, encrypted: whoever has it may go on with the application
  opened_at timestamptz,                -- when the link was first followed
  problem text not null default '',     -- what Fortis refused, or never_known: a person must look
  note text not null default '',        -- the platform's words to the company with a decision
  checks smallint not null default 0,
  tried_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,                      -- the platform administrator; null when Fortis told
  created_by uuid,
  rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, client_app_id)
);
create unique index merchant_applications_one_open on merchant_applications (subscriber_id)
  where state in ('draft', 'submitting', 'unknown', 'submitted', 'approved');
create index merchant_applications_of on merchant_applications (subscriber_id, created_at);
select secure_tenant_table('merchant_applications');

-- Whose account keys are for, as the gateway names it: other keys of the same account know the same payments.
alter table gateway_connections add column account_id text not null default '';
alter table payment_attempts
  add column account_id text not null default '',
  -- Where the payer types the card: in our page, or at the gateway's own.
  add column checkout_style text not null default 'embedded' check (checkout_style in ('embedded', 'redirect')),
  -- The gateway's own page: what it is closed by, the order that is paid there, until when it can be paid where it ends by
  -- itself, and the page as it was handed out, encrypted, to be handed out again.
  add column page_ref text not null default '',
  add column order_ref text not null default '',
  add column page_until timestamptz,
  add column locked_page text;
create index payment_attempts_order on payment_attempts (subscriber_id, gateway, order_ref) where order_ref <> '';
alter table webhook_inbox add column order_ref text;
