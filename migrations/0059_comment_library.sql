-- The comments of a company are searched across its templates by the words of their names, texts and tags, folded like
-- `foldText` folds a query.
create function comment_search_text(name text, body jsonb, tags text[]) returns text
  immutable parallel safe language sql as $$
  select replace(replace(replace(replace(replace(replace(
    regexp_replace(lower(normalize(
      name || ' ' || coalesce((
        select string_agg(found #>> '{}', ' ') from jsonb_path_query(body, 'strict $.**.text', '{}', true) found
        where jsonb_typeof(found) = 'string'), '')
      || ' ' || array_to_string(tags, ' '), nfkd)), '[\u0300-\u036f]', '', 'g'),
    'ß', 'ss'), 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'æ', 'ae'), 'œ', 'oe')
$$;

alter table template_comments
  add column search_text text not null generated always as (comment_search_text(name, default_text, tags)) stored;
