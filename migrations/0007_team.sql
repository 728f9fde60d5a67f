-- The team: invitations, own profiles, what a person chose for themselves.

-- Somebody invited has an address but no password yet.
alter table logins alter column password_hash drop not null;

alter table users add column invited_at timestamptz;
-- Which mails a member wants; a key that is missing means yes.
alter table users add column notification_preferences jsonb not null default '{}';
-- Columns chosen per list: { "people.clients": ["name", "phone"] }.
alter table users add column saved_columns jsonb not null default '{}';

-- "Does this technician still have work to come?"
create index technician_bookings_by_technician on technician_bookings (subscriber_id, technician_id, upper(during));
