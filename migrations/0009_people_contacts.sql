-- Clients, agents and contractors by the hundred thousand: search, import with undo, duplicates and merging.

-- Everything a contact is found by, as the application folds it: ` word word name@mail.example `. The words of
-- contact_words follow from it by trigger; an address (it has an @) is compared as it stands and is no word.
alter table contacts add column search_text text not null default '';

create function words_of(search_text text) returns setof text language sql immutable as $$
  select distinct word from unnest(string_to_array(btrim(search_text), ' ')) as word
  where word <> '' and position('@' in word) = 0
$$;

-- Words of a letter and more stand in the second index under their first two letters in the order of the list; digits do not.
create function head_of(word text) returns text language sql immutable as $$
  select case when word ~ '^[0-9]' then '' else left(word, 2) end
$$;

-- A word knows its contact's place in the list, so that a page is found in the index alone.
alter table contact_words add column status smallint not null default 1;
alter table contact_words add column last_name_key text collate "C" not null default '';
alter table contact_words add column first_name_key text collate "C" not null default '';
alter table contact_words add column head text collate "C" not null default '';
-- Kept by the triggers below: no key to check for each of a million words.
alter table contact_words drop constraint contact_words_subscriber_id_contact_id_fkey;
alter table contact_words drop constraint contact_words_pkey;
alter table contact_words add primary key (subscriber_id, kind, word, contact_id)
  include (status, last_name_key, first_name_key);
drop index contact_words_by_contact;
create index contact_words_in_order on contact_words (subscriber_id, kind, head, last_name_key, first_name_key, contact_id)
  include (word, status) where head <> '';

create function add_contact_words() returns trigger language plpgsql as $$
begin
  insert into contact_words (subscriber_id, kind, word, contact_id, status, last_name_key, first_name_key, head)
    select n.subscriber_id, n.kind, w.word, n.id, n.status, n.last_name_key, n.first_name_key, head_of(w.word)
    from new_rows n cross join lateral words_of(n.search_text) as w (word)
    where n.deleted_at is null
    on conflict do nothing;
  return null;
end $$;
create trigger contact_words_of_new after insert on contacts referencing new table as new_rows
  for each statement execute function add_contact_words();

create function change_contact_words() returns trigger language plpgsql as $$
begin
  delete from contact_words w using (
      select o.subscriber_id, o.kind, o.id, t.word
      from old_rows o join new_rows n on n.subscriber_id = o.subscriber_id and n.id = o.id
      cross join lateral words_of(o.search_text) as t (word)
      where (o.search_text, o.status, o.last_name_key, o.first_name_key, o.deleted_at is null)
        is distinct from (n.search_text, n.status, n.last_name_key, n.first_name_key, n.deleted_at is null)
    ) as gone
    where w.subscriber_id = gone.subscriber_id and w.kind = gone.kind and w.word = gone.word and w.contact_id = gone.id;
  insert into contact_words (subscriber_id, kind, word, contact_id, status, last_name_key, first_name_key, head)
    select n.subscriber_id, n.kind, t.word, n.id, n.status, n.last_name_key, n.first_name_key, head_of(t.word)
    from old_rows o join new_rows n on n.subscriber_id = o.subscriber_id and n.id = o.id
    cross join lateral words_of(n.search_text) as t (word)
    where n.deleted_at is null
      and (o.search_text, o.status, o.last_name_key, o.first_name_key, o.deleted_at is null)
        is distinct from (n.search_text, n.status, n.last_name_key, n.first_name_key, n.deleted_at is null)
    on conflict do nothing;
  return null;
end $$;
create trigger contact_words_of_changed after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function change_contact_words();

create function remove_contact_words() returns trigger language plpgsql as $$
begin
  delete from contact_words w using (
      select o.subscriber_id, o.kind, o.id, t.word from old_rows o cross join lateral words_of(o.search_text) as t (word)
    ) as gone
    where w.subscriber_id = gone.subscriber_id and w.kind = gone.kind and w.word = gone.word and w.contact_id = gone.id;
  return null;
end $$;
create trigger contact_words_of_removed after delete on contacts referencing old table as old_rows
  for each statement execute function remove_contact_words();

-- Tallies once per statement instead of once per row, and the inactive ones beside all: 'contacts:client:inactive'.
drop trigger tally_contacts on contacts;
create function tally_new_contacts() returns trigger language plpgsql as $$
begin
  perform tally(c.subscriber_id, c.name, c.n::integer) from (
    select subscriber_id, 'contacts:' || kind as name, count(*) as n from new_rows where deleted_at is null group by 1, 2
    union all
    select subscriber_id, 'contacts:' || kind || ':inactive', count(*) from new_rows
      where deleted_at is null and status = 0 group by 1, 2
    order by 2) as c;
  return null;
end $$;
create trigger tally_new_contacts after insert on contacts referencing new table as new_rows
  for each statement execute function tally_new_contacts();

create function tally_changed_contacts() returns trigger language plpgsql as $$
begin
  perform tally(c.subscriber_id, c.name, c.n::integer) from (
    select subscriber_id, name, sum(n) as n from (
      select subscriber_id, 'contacts:' || kind as name, 1 as n from new_rows where deleted_at is null
      union all select subscriber_id, 'contacts:' || kind, -1 from old_rows where deleted_at is null
      union all select subscriber_id, 'contacts:' || kind || ':inactive', 1 from new_rows where deleted_at is null and status = 0
      union all select subscriber_id, 'contacts:' || kind || ':inactive', -1 from old_rows where deleted_at is null and status = 0
    ) as each_one group by 1, 2 having sum(n) <> 0 order by 2) as c;
  return null;
end $$;
create trigger tally_changed_contacts after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function tally_changed_contacts();

create function tally_removed_contacts() returns trigger language plpgsql as $$
begin
  perform tally(c.subscriber_id, c.name, -c.n::integer) from (
    select subscriber_id, 'contacts:' || kind as name, count(*) as n from old_rows where deleted_at is null group by 1, 2
    union all
    select subscriber_id, 'contacts:' || kind || ':inactive', count(*) from old_rows
      where deleted_at is null and status = 0 group by 1, 2
    order by 2) as c;
  return null;
end $$;
create trigger tally_removed_contacts after delete on contacts referencing old table as old_rows
  for each statement execute function tally_removed_contacts();

-- People with the same address or number stand side by side.
create index contacts_by_email on contacts (subscriber_id, kind, email collate "C", id)
  where deleted_at is null and email <> '';
create index contacts_by_phone on contacts (subscriber_id, kind, phone collate "C", id)
  where deleted_at is null and phone <> '';

-- What is there already gets its text, its words and its tallies; the tenants' lock is passed as the platform.
set local role app_admin;
create temporary table known_words on commit drop as select subscriber_id, contact_id, word from contact_words
  where position('@' in word) = 0;
delete from contact_words;
update contacts c set search_text = ' ' || concat_ws(' ',
    (select string_agg(w.word, ' ') from known_words w where w.subscriber_id = c.subscriber_id and w.contact_id = c.id),
    (select string_agg(substr(c.phone, n), ' ') from generate_series(1, length(c.phone) - 2) as n), nullif(c.email, '')) || ' ';
insert into tallies (subscriber_id, name, total)
  select subscriber_id, 'contacts:' || kind || ':inactive', count(*) from contacts
  where deleted_at is null and status = 0 group by 1, 2;
reset role;

-- An import: the file's rows, each done at most once, with what it changed, so that the whole can be taken back.
create table imports (
  subscriber_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('client', 'agent')),
  file_name text not null,
  status text not null check (status in ('waiting', 'running', 'done', 'undone')),
  update_existing boolean not null,
  headers text[] not null,
  mapping jsonb not null,
  total integer not null,
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  undo jsonb,
  primary key (subscriber_id, id)
);
select secure_tenant_table('imports');

create table import_rows (
  subscriber_id uuid not null,
  import_id uuid not null,
  row_no integer not null,
  cells jsonb not null,
  -- The cleaned fields; null when the row is broken.
  given jsonb,
  problems jsonb,
  -- null while the row waits.
  result text check (result in ('new', 'update', 'duplicate', 'broken')),
  contact_id uuid,
  -- The contact as it was, and the rev it got.
  before jsonb,
  after_rev integer,
  primary key (subscriber_id, import_id, row_no),
  foreign key (subscriber_id, import_id) references imports (subscriber_id, id) on delete cascade
);
create index import_rows_waiting on import_rows (subscriber_id, import_id, row_no) where result is null;
select secure_tenant_table('import_rows');

-- Which field each column was, by set of headers.
create table import_mappings (
  subscriber_id uuid not null,
  kind text not null,
  headers_hash text not null,
  mapping jsonb not null,
  updated_at timestamptz not null,
  primary key (subscriber_id, kind, headers_hash)
);
select secure_tenant_table('import_mappings');

create table contact_merges (
  subscriber_id uuid not null,
  id uuid not null,
  kind text not null,
  keep_id uuid not null,
  merge_id uuid not null,
  keep_before jsonb not null,
  merge_before jsonb not null,
  keep_after_rev integer not null,
  created_by uuid,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (subscriber_id, id),
  foreign key (subscriber_id, keep_id) references contacts (subscriber_id, id),
  foreign key (subscriber_id, merge_id) references contacts (subscriber_id, id)
);
create index contact_merges_by_kept on contact_merges (subscriber_id, keep_id);
create index contact_merges_by_merged on contact_merges (subscriber_id, merge_id);
select secure_tenant_table('contact_merges');

-- The rows of other rooms that named the merged person: what became of each, for the way back.
create table merged_references (
  subscriber_id uuid not null,
  merge_id uuid not null,
  what text not null,
  row_id uuid not null,
  -- null when the row was moved; the whole row when it was dropped because the kept person stood there already.
  dropped jsonb,
  primary key (subscriber_id, merge_id, what, row_id),
  foreign key (subscriber_id, merge_id) references contact_merges (subscriber_id, id) on delete cascade
);
select secure_tenant_table('merged_references');

-- "These are two people": pairs that are not shown as duplicates again.
create table distinct_contacts (
  subscriber_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (subscriber_id, one_id, other_id),
  check (one_id < other_id),
  foreign key (subscriber_id, one_id) references contacts (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, other_id) references contacts (subscriber_id, id) on delete cascade
);
select secure_tenant_table('distinct_contacts');
