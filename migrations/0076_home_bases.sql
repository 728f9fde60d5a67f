-- Where a technician's day starts and ends (decision 0081); without it the company's address counts.
alter table technician_limits
  add column home_address text not null default '',
  add column home_lat double precision check (home_lat between -90 and 90),
  add column home_lng double precision check (home_lng between -180 and 180),
  add check ((home_lat is null) = (home_lng is null)),
  add check ((home_address = '') = (home_lat is null));

-- Where the property of a hold is; that of an appointment has its own.
alter table technician_bookings
  add column lat double precision check (lat between -90 and 90),
  add column lng double precision check (lng between -180 and 180),
  add check ((lat is null) = (lng is null)),
  add check (lat is null or kind = 'hold');
