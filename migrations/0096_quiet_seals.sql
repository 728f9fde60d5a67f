-- Whether no one gets a copy of the sealed PDF: the parties were not to hear of the signing, also when the PDF is made again.
alter table appointment_agreements add column is_sealed_quietly boolean not null default false;
