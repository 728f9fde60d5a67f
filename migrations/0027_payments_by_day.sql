-- The payments of some days, in the order they were received.
create index payments_by_day on payments (subscriber_id, received_at, id);
