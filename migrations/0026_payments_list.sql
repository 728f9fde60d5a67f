-- The list of a company's payments is read from the latest on, by how they were paid, by amount, and by what few are.
create index payments_by_method on payments (subscriber_id, method, id);
create index payments_by_amount on payments (subscriber_id, amount_cents, id);
create index payments_given_back on payments (subscriber_id, id) where refunded_cents > 0;
create index payments_taken_back on payments (subscriber_id, id) where voided_at is not null;
create index payments_disputed on payments (subscriber_id, id) where disputed_at is not null;
