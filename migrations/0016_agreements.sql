-- The library of agreements: earlier texts of a template that was used, signatures on paper with their upload, and copies
-- that take the place of a void one.

-- The text a template had before it was changed after use; its present one stands in agreement_templates. Never changed.
create table agreement_versions (
  subscriber_id uuid not null,
  template_id uuid not null,
  version integer not null check (version > 0),
  name text not null,
  content jsonb not null,
  replaced_at timestamptz not null,
  replaced_by uuid,
  primary key (subscriber_id, template_id, version),
  foreign key (subscriber_id, template_id) references agreement_templates (subscriber_id, id)
);
select secure_tenant_table('agreement_versions');
revoke update, delete on agreement_versions from app_user, app_admin;

alter table agreement_templates add check (status in (0, 1)), add check (version > 0);
create index agreement_templates_by_age on agreement_templates (subscriber_id, created_at desc, id desc)
  where deleted_at is null;

-- Which appointments have a text, and whether a version of it was used.
create index appointment_agreements_by_template on appointment_agreements (subscriber_id, template_id, template_version);

alter table appointment_agreements add column replaces_id uuid,
  add foreign key (subscriber_id, replaces_id) references appointment_agreements (subscriber_id, id),
  -- A void one is replaced once, whoever presses how often.
  add unique (subscriber_id, replaces_id);

-- What was signed on paper: the scan, the day on it, and who of the company recorded it.
alter table agreement_signatures
  add column paper_file_id uuid,
  add column paper_name text not null default '',
  add column paper_sha256 text not null default '',
  add column signed_on date,
  add column recorded_by uuid,
  add check ((method = 'paper') = (paper_file_id is not null)),
  add check (method <> 'drawn' or strokes is not null);
create unique index agreement_signatures_one_paper on agreement_signatures (subscriber_id, agreement_id)
  where method = 'paper';

-- agreement_templates.is_default is no longer read or written: the company's setting default_agreement_id says it.
