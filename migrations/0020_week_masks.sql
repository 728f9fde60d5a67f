-- The week of a technician as one number for each day: asking for free slots reads 7 rows for a technician, not up to 336.
-- Bit n of `halves` is the half hour that begins n * 30 minutes after midnight. Kept by the database beside availability_slots.
create table availability_weeks (
  subscriber_id uuid not null,
  team_id uuid not null,
  day smallint not null check (day between 0 and 6),
  halves bigint not null,
  primary key (subscriber_id, team_id, day),
  foreign key (subscriber_id, team_id) references users (subscriber_id, id) on delete cascade
);
select secure_tenant_table('availability_weeks');

create function half_hour_bit(start_time smallint) returns bigint language sql immutable parallel safe as $$
  select 1::bigint << (start_time / 100 * 2 + start_time % 100 / 30)
$$;

create function add_to_week() returns trigger language plpgsql as $$
begin
  insert into availability_weeks as w (subscriber_id, team_id, day, halves)
  select subscriber_id, team_id, day, bit_or(half_hour_bit(start_time)) from added group by subscriber_id, team_id, day
  -- In one order, so that two who write the same week wait and do not block each other.
  order by subscriber_id, team_id, day
  on conflict (subscriber_id, team_id, day) do update set halves = w.halves | excluded.halves;
  return null;
end
$$;

create function take_from_week() returns trigger language plpgsql as $$
begin
  update availability_weeks w set halves = w.halves & ~r.halves
  from (
    select subscriber_id, team_id, day, bit_or(half_hour_bit(start_time)) as halves
    from removed group by subscriber_id, team_id, day
  ) r
  where w.subscriber_id = r.subscriber_id and w.team_id = r.team_id and w.day = r.day;
  return null;
end
$$;

-- Start times are added and removed, never changed.
create trigger availability_slots_added after insert on availability_slots
  referencing new table as added for each statement execute function add_to_week();
create trigger availability_slots_removed after delete on availability_slots
  referencing old table as removed for each statement execute function take_from_week();
create function week_starts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a start time is removed and added, not changed';
end
$$;
create trigger availability_slots_stay before update of team_id, day, start_time, subscriber_id on availability_slots
  for each row execute function week_starts_stay();

-- What is there already; the tenants' lock is passed as the platform.
set local role app_admin;
insert into availability_weeks (subscriber_id, team_id, day, halves)
select subscriber_id, team_id, day, bit_or(half_hour_bit(start_time)) from availability_slots
group by subscriber_id, team_id, day;
reset role;
