-- Members see the forms that wait for their confirmation by mail (decision 0096).
create index online_bookings_waiting on online_bookings (subscriber_id, id) where waiting is not null;
