-- Only lists that exist: what users may store is bounded by them.
set local role app_admin;
update users set saved_columns = coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(saved_columns)
    where key in ('appointments', 'people.clients', 'people.agents', 'people.contractors', 'people.technicians', 'people.staffs')
      and length(value::text) < 2000), '{}')
  where saved_columns <> '{}';
reset role;
