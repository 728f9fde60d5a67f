-- Who registers the webhook of a company's gateway. One process at a time (the lease); the key is made once per
-- registration and survives a killed process, so that the gateway recognizes the repetition.
create table gateway_registrations (
  subscriber_id uuid not null,
  payment_type smallint not null check (payment_type between 3 and 7),
  key text not null,
  lease_id uuid,
  lease_until timestamptz,
  primary key (subscriber_id, payment_type)
);
select secure_tenant_table('gateway_registrations');
