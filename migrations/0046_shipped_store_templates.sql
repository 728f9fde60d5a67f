-- Which file of the product a store template comes from, so that a new release updates it until an administrator changes
-- it; one that an administrator deleted stays deleted.
alter table store_templates
  add column shipped_key text unique,
  add column shipped_hash text,
  add column deleted_at timestamptz;
create index store_templates_in_order on store_templates (position, id) where deleted_at is null;
