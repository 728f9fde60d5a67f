-- Times that the office proposes to the client of a request (decision 0082): at most one open proposal for each request.
create table time_proposals (
  subscriber_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  -- One to three times in order: [{ technician_id, at }]. Each is held in technician_bookings until the proposal ends.
  times jsonb not null check (jsonb_typeof(times) = 'array' and jsonb_array_length(times) between 1 and 3),
  -- From the office to the client.
  message text not null,
  proposed_by uuid,
  expires_at timestamptz not null,
  -- When a time was accepted, or the proposal was replaced or no longer needed.
  closed_at timestamptz,
  -- Index in `times` of the accepted one.
  accepted smallint check (accepted between 0 and 2),
  -- The row of the person on the appointment who accepted it.
  accepted_by uuid,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade,
  check (accepted is null or closed_at is not null)
);
create unique index one_open_proposal on time_proposals (subscriber_id, appointment_id) where closed_at is null;
create index time_proposals_of on time_proposals (subscriber_id, appointment_id, id);
select secure_tenant_table('time_proposals');
