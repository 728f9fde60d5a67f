-- Contracts what 0028 expanded: the columns that only versions from before it wrote, and the trigger that filled both
-- shapes. No released version writes them.
drop trigger both_inbox_shapes on webhook_inbox;
drop function fill_both_inbox_shapes();
alter table webhook_inbox
  drop column gateway,
  drop column about,
  drop column gateway_ref,
  drop column attempt_id,
  drop column order_ref;
