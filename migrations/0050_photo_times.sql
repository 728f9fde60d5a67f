-- A photo without an item is in the report's tray of unsorted photos.
alter table report_media alter column item_id drop not null;
-- Where `taken_at` comes from: the camera, the file (its date stands in for a missing time), or a person who corrected it.
alter table report_media add column time_source text check (time_source in ('camera', 'file', 'person'));
update report_media set time_source = 'camera' where taken_at is not null;
alter table report_media add constraint report_media_time check ((taken_at is null) = (time_source is null));
-- Why the PDFs could not be built, and since when they are waited for.
alter table reports add column pdf_problem text, add column pdf_queued_at timestamptz;
create index reports_with_queued_pdf on reports (subscriber_id) where pdf_status = 'queued';
