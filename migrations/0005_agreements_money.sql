create table appointment_agreements (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  appointment_id uuid not null,
  template_id uuid,
  template_version integer not null,
  name text not null,
  content jsonb not null,
  real_content jsonb,          -- merged text, frozen at the first signature
  content_hash text,           -- SHA-256 of real_content as canonical JSON
  signed boolean not null default false,
  signed_at timestamptz,
  voided_at timestamptz,
  void_reason text not null default '',
  removed_at timestamptz,      -- taken off unsigned: void as well, and in no list; its trail stays
  sealed_file_id uuid,
  sealed_sha256 text,
  position integer not null,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index appointment_agreements_of on appointment_agreements (subscriber_id, appointment_id, position);
select secure_tenant_table('appointment_agreements');

create table agreement_signatures (
  subscriber_id uuid not null,
  id uuid not null,
  agreement_id uuid not null,
  appointment_person_id uuid,
  person_id uuid,
  role text not null,
  on_behalf_of text not null default '',
  signer_name text not null,
  method text not null check (method in ('typed', 'drawn', 'paper')),
  strokes jsonb,
  consent_text text not null,
  consent_sha256 text not null,
  content_hash text not null,
  ip text not null,
  user_agent text not null,
  language text not null,
  viewed_at timestamptz,
  signed_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, agreement_id, person_id),
  foreign key (subscriber_id, agreement_id) references appointment_agreements (subscriber_id, id)
);
select secure_tenant_table('agreement_signatures');

-- Append-only trail of one agreement; each row's hash covers the one before.
create table agreement_evidence (
  subscriber_id uuid not null,
  agreement_id uuid not null,
  seq integer not null,
  what text not null,
  data jsonb not null,
  at timestamptz not null,
  ip text not null,
  user_agent text not null,
  prev_hash text not null,
  hash text not null,
  primary key (subscriber_id, agreement_id, seq),
  foreign key (subscriber_id, agreement_id) references appointment_agreements (subscriber_id, id)
);
select secure_tenant_table('agreement_evidence');
revoke update, delete on agreement_evidence from app_user, app_admin;

create table invoices (
  subscriber_id uuid not null,
  id uuid not null,
  public_id text not null,
  appointment_id uuid not null,
  number text not null,
  currency smallint not null,
  due_date date,
  status text not null check (status in ('open', 'partial', 'paid', 'void', 'refunded')),
  total_cents integer not null,
  paid_cents integer not null default 0,
  credits_cents integer not null default 0,
  outstanding_cents integer not null,
  notes text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, public_id),
  unique (subscriber_id, appointment_id),
  unique (subscriber_id, number),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
select secure_tenant_table('invoices');

create table payments (
  subscriber_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  appointment_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  method text not null check (method in ('cash', 'check', 'card', 'bank', 'paypal', 'other')),
  gateway smallint,
  gateway_ref text,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'refunded', 'partially_refunded')),
  refunded_cents integer not null default 0,
  idempotency_key text not null,
  note text not null default '',
  received_at timestamptz not null,
  recorded_by uuid,
  voided_at timestamptz,       -- entered by mistake: counts nothing, stays visible
  voided_by uuid,
  void_reason text not null default '',
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, idempotency_key),
  foreign key (subscriber_id, invoice_id) references invoices (subscriber_id, id)
);
create index payments_of on payments (subscriber_id, invoice_id, received_at);
create index payments_of_appointment on payments (subscriber_id, appointment_id);
select secure_tenant_table('payments');
