-- A company's own texts of messages. A message without a row has the product's text.
create table message_templates (
  subscriber_id uuid not null,
  key text not null,
  channel text not null check (channel in ('email', 'text')),
  lang text not null check (lang in ('en', 'de', 'fr')),
  subject text not null,
  body text not null, -- paragraphs, separated by empty lines
  action_label text, -- null: the product's
  enabled boolean not null default true,
  updated_at timestamptz not null,
  primary key (subscriber_id, key, channel, lang)
);
select secure_tenant_table('message_templates');
