-- Numbers with an extension (+15552013344x12) by the number alone: an import finds them without comparing every contact.
create index contacts_by_extended_phone on contacts (subscriber_id, kind, split_part(phone, 'x', 1) collate "C")
  where deleted_at is null and phone like '%x%';
