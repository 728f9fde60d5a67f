-- What the cleanup deletes after the platform's retention, found by its age.
create index report_views_by_age on report_views (at);
create index inbound_texts_by_age on inbound_texts (received_at);
create index gateway_comparisons_by_age on gateway_comparisons (started_at);

-- A message loses its text first, later its row: each row is in one of the two indexes.
alter table outbound_messages add column emptied_at timestamptz;
create index outbound_messages_with_text on outbound_messages (created_at) where emptied_at is null;
create index outbound_messages_emptied on outbound_messages (created_at) where emptied_at is not null;

-- Without its rows an import is a record of what was done, and can't be undone.
alter table imports add column rows_deleted_at timestamptz;
create index imports_with_rows on imports (finished_at) where rows_deleted_at is null;

-- Whether a stored file is a rendered document: the cleanup deletes bytes without a row.
create index rendered_documents_by_file on rendered_documents (subscriber_id, storage_key);

-- PDFs of drafts and of withdrawn reports lost their report, and nothing deleted them.
delete from stored_files f where f.purpose = 'report-pdf' and not exists (
  select from reports r where r.subscriber_id = f.subscriber_id and f.id in (r.pdf_full_file_id, r.pdf_summary_file_id));

-- Times that visitors held and did not book.
create index technician_bookings_by_expiry on technician_bookings (expires_at) where expires_at is not null;
