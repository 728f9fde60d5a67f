-- A deleted action stays for a day, so that the deletion can be undone with all that it had planned.
alter table actions add column deleted_at timestamptz;
