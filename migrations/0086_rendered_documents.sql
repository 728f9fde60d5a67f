-- PDFs by what they are made from (data, pictures, templates, fonts), so that the same document is made once. The key
-- includes the company, and so does the primary key: nothing is shared between companies.
create table rendered_documents (
  subscriber_id uuid not null,
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  sha256 text not null,
  bytes integer not null check (bytes > 0),
  pages integer not null,
  -- Why it is no PDF/UA, and the characters that no font has.
  note text,
  missing text[] not null default '{}',
  used_at timestamptz not null,
  primary key (subscriber_id, key)
);
select secure_tenant_table('rendered_documents');
create index rendered_documents_by_use on rendered_documents (used_at);

-- Why the sealed PDF of a signed agreement could not be created.
alter table appointment_agreements add column seal_problem text
  check (seal_problem in ('too_long', 'stopped', 'no_font', 'unexpected'));
