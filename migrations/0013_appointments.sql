-- Lists of appointments stay as quick among a million as among a thousand: an index for every filter, and the words of an
-- appointment in a table of their own, since parts of texts cannot be looked up.
create index appointments_by_paid on appointments (subscriber_id, paid, date_time, id) where deleted_at is null;
create index appointments_by_signed on appointments (subscriber_id, agreement_signed, date_time, id) where deleted_at is null;
create index appointments_by_published on appointments (subscriber_id, published, date_time, id) where deleted_at is null;
create index appointments_silent on appointments (subscriber_id, date_time, id)
  where deleted_at is null and disable_automated_notifications;

create table appointment_words (
  subscriber_id uuid not null,
  word text collate "C" not null,
  appointment_id uuid not null,
  primary key (subscriber_id, word, appointment_id),
  foreign key (subscriber_id, appointment_id) references appointments (subscriber_id, id) on delete cascade
);
create index appointment_words_of on appointment_words (subscriber_id, appointment_id, word);
select secure_tenant_table('appointment_words');

-- As domain/names.ts folds a text for searching: without accents, in small letters.
create function folded(given text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(translate(lower(
    regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]', '', 'g')), 'ŁłØøĐđÆŒ', 'llooddæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

-- What an appointment is found by: each piece between spaces as it is written, and the words within it.
create function appointment_words_in(given text) returns setof text language sql immutable parallel safe as $$
  select distinct left(piece, 80) from (
    select btrim(regexp_split_to_table(folded(given), '\s+'), '.,;:#()"''') as piece
    union select regexp_split_to_table(folded(given), '[^[:alnum:]]+')
  ) as pieces where piece <> ''
$$;

create function keep_appointment_words() returns trigger language plpgsql as $$
begin
  delete from appointment_words where subscriber_id = new.subscriber_id and appointment_id = new.id;
  if new.deleted_at is null then
    insert into appointment_words (subscriber_id, word, appointment_id)
      select new.subscriber_id, word, new.id
      from appointment_words_in(concat_ws(' ', new.order_id, new.address, new.city, new.zip_code)) as word;
  end if;
  return null;
end $$;
create trigger appointment_words_of_new after insert on appointments
  for each row execute function keep_appointment_words();
create trigger appointment_words_of_changed after update of order_id, address, city, zip_code, deleted_at on appointments
  for each row when ((old.order_id, old.address, old.city, old.zip_code, old.deleted_at)
    is distinct from (new.order_id, new.address, new.city, new.zip_code, new.deleted_at))
  execute function keep_appointment_words();

-- What a cancellation costs stands beside what was ordered: its fees, and the credit for what is not done. Restoring takes
-- these lines away again.
alter table appointment_fees add column kind text not null default ''
  check (kind in ('', 'credit', 'cancellation', 'trip'));

set local role app_admin;
insert into appointment_words (subscriber_id, word, appointment_id)
  select a.subscriber_id, word, a.id from appointments a
  cross join lateral appointment_words_in(concat_ws(' ', a.order_id, a.address, a.city, a.zip_code)) as word
  where a.deleted_at is null;
reset role;
