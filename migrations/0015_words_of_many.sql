-- Right after an import the statistics may tell of a company of twenty: compared one by one, the words of thousands take
-- minutes. Many at once are hashed, whatever the statistics say.
create or replace function change_contact_words() returns trigger language plpgsql as $$
declare
  is_large boolean := (select count(*) > 200 from new_rows);
begin
  if is_large then perform set_config('enable_nestloop', 'off', true); end if;
  execute $sql$
    with gone as materialized (
      select o.subscriber_id, o.kind, o.id, t.word
      from old_rows o join new_rows n on n.subscriber_id = o.subscriber_id and n.id = o.id
      cross join lateral words_of(o.search_text) as t (word)
      where (o.search_text, o.status, o.last_name_key, o.first_name_key, o.deleted_at is null)
        is distinct from (n.search_text, n.status, n.last_name_key, n.first_name_key, n.deleted_at is null)
    )
    delete from contact_words w using gone
    where w.subscriber_id = gone.subscriber_id and w.kind = gone.kind and w.word = gone.word and w.contact_id = gone.id
  $sql$;
  execute $sql$
    insert into contact_words (subscriber_id, kind, word, contact_id, status, last_name_key, first_name_key, head)
    select n.subscriber_id, n.kind, t.word, n.id, n.status, n.last_name_key, n.first_name_key, head_of(t.word)
    from old_rows o join new_rows n on n.subscriber_id = o.subscriber_id and n.id = o.id
    cross join lateral words_of(n.search_text) as t (word)
    where n.deleted_at is null
      and (o.search_text, o.status, o.last_name_key, o.first_name_key, o.deleted_at is null)
        is distinct from (n.search_text, n.status, n.last_name_key, n.first_name_key, n.deleted_at is null)
    on conflict do nothing
  $sql$;
  if is_large then perform set_config('enable_nestloop', 'on', true); end if;
  return null;
end $$;

create or replace function remove_contact_words() returns trigger language plpgsql as $$
declare
  is_large boolean := (select count(*) > 200 from old_rows);
begin
  if is_large then perform set_config('enable_nestloop', 'off', true); end if;
  execute $sql$
    with gone as materialized (
      select o.subscriber_id, o.kind, o.id, t.word from old_rows o cross join lateral words_of(o.search_text) as t (word)
    )
    delete from contact_words w using gone
    where w.subscriber_id = gone.subscriber_id and w.kind = gone.kind and w.word = gone.word and w.contact_id = gone.id
  $sql$;
  if is_large then perform set_config('enable_nestloop', 'on', true); end if;
  return null;
end $$;
