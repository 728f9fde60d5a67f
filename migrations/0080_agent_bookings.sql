-- Agents book again with a personal link.
alter table online_bookings drop constraint online_bookings_source_check;
alter table online_bookings add constraint online_bookings_source_check
  check (source in ('online', 'request', 'iframe', 'agent'));
