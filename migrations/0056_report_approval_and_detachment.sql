-- Who submitted a report, and who returned it with which note.
alter table reports
  add column submitted_by uuid,
  add column returned_at timestamptz,
  add column returned_by uuid,
  add column return_note text not null default '';
create index reports_waiting on reports (subscriber_id, appointment_id) where status = 'pending_approval' and deleted_at is null;

-- A report whose template left its appointment is kept apart for a while. Attached by hand, it stays without the template.
alter table reports
  add column detached_at timestamptz,
  add column detached_by uuid,
  add column attached_by_hand boolean not null default false;
