-- Filters, columns and order of a list that a user saved under a name. The number per list is limited by the command,
-- which locks the user.
create table saved_views (
  subscriber_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  list text not null check (list in ('appointments', 'payments', 'people')),
  name text not null check (length(name) between 1 and 60),
  name_key text not null,
  address text not null default '' check (length(address) <= 1500),
  columns jsonb check (length(columns::text) <= 4000),
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (subscriber_id, id),
  unique (subscriber_id, user_id, list, name_key),
  foreign key (subscriber_id, user_id) references users (subscriber_id, id)
);
create unique index saved_views_one_default on saved_views (subscriber_id, user_id, list) where is_default;
select secure_tenant_table('saved_views');
