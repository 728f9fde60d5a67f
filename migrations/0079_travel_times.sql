-- Driving times measured by the routing server (decision 0081); places are rounded to about ten meters. Unmeasured ways are estimated.
create table travel_times (
  subscriber_id uuid not null,
  from_place text not null,
  to_place text not null,
  minutes smallint not null check (minutes between 0 and 10000),
  measured_at timestamptz not null,
  primary key (subscriber_id, from_place, to_place)
);
create index travel_times_by_age on travel_times (measured_at);
select secure_tenant_table('travel_times');
