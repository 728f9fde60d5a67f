-- What visitors sent through the booking pages: one row for each submission, which makes it happen once, with what was
-- typed. A known contact is not changed by a visitor, so the office reads here what differs from it.
create table online_bookings (
  subscriber_id uuid not null,
  id uuid not null,
  -- Chosen by the page for one completed form; sending it again finds this row.
  submission_key text not null,
  -- Of what was sent: another form under the same key is refused.
  body_hash text not null,
  mode text not null check (mode in ('schedule', 'request')),
  source text not null check (source in ('online', 'request', 'iframe')),
  -- Null until the transaction that adds the row has booked.
  appointment_id uuid,
  -- { role, client, agent, message }, as typed.
  answers jsonb not null,
  -- Keyed hash of the sender's address, to count submissions.
  sender text not null,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, submission_key),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index online_bookings_by_sender on online_bookings (subscriber_id, sender, created_at);
create index online_bookings_of_appointment on online_bookings (subscriber_id, appointment_id);
select secure_tenant_table('online_bookings');
