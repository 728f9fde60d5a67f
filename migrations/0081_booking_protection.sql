-- Protection of the public booking pages (decision 0085).
-- Keyed hash of the address of the visitor who holds a time: one address holds few.
alter table technician_bookings add column visitor text;
create index technician_bookings_of_visitor on technician_bookings (subscriber_id, visitor) where visitor is not null;

-- A submission may wait until its visitor confirms it by a link in a mail: it has no appointment until then.
alter table online_bookings
  -- { input, lang }, to book it with; null unless it waits.
  add column waiting jsonb,
  -- In the link of the mail. A changed form gets a new one.
  add column confirmation_key text,
  add column confirm_until timestamptz,
  -- Keyed hash of the address of the mails, and how many it was sent for this submission.
  add column recipient text,
  add column mails smallint not null default 0,
  add constraint waiting_has_key check (waiting is null or (confirmation_key is not null and confirm_until is not null));
create unique index online_bookings_by_key on online_bookings (subscriber_id, confirmation_key)
  where confirmation_key is not null;
create index online_bookings_by_recipient on online_bookings (subscriber_id, recipient, created_at)
  where recipient is not null;
create index online_bookings_by_time on online_bookings (subscriber_id, created_at);
