-- Counts the saves of a reminder, so that of two saves of the same version the second is refused. A reminder without a row has 0.
alter table notification_slots add column rev integer not null default 1;
