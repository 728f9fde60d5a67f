-- Names are the same with and without apostrophes and hyphens, and marks that make another letter (Thai, Devanagari, kana)
-- stay: the keys and words of the contacts concerned follow domain/base/names.ts.
set local role app_admin;
update contacts set
  last_name_key = regexp_replace(last_name_key, '[''’‘ʼ`´\-‐‑‒–]', '', 'g'),
  first_name_key = regexp_replace(first_name_key, '[''’‘ʼ`´\-‐‑‒–]', '', 'g'),
  search_text = left(search_text || array_to_string(array(
    select distinct regexp_replace(piece, '[''’‘ʼ`´\-‐‑‒–]', '', 'g')
    from regexp_split_to_table(folded(concat_ws(' ', first_name, last_name, company_name)), '\s+') as piece
    where piece ~ '[''’‘ʼ`´\-‐‑‒–]'), ' ') || ' ', 1800)
where concat_ws(' ', first_name, last_name, company_name) ~ '[''’‘ʼ`´\-‐‑‒–]';
update contacts set
  search_text = left(search_text || regexp_replace(folded(concat_ws(' ', first_name, last_name, company_name)), '\s+', ' ', 'g')
    || ' ', 1800),
  last_name_key = left(folded(last_name), 60),
  first_name_key = left(folded(first_name), 60)
where concat_ws('', first_name, last_name, company_name) ~ U&'[\0900-\0EFF\3040-\30FF]';
reset role;
