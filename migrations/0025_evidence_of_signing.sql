-- What a signing keeps beside the text: with what each placeholder was filled, and the hash of the PDF that was offered.

alter table appointment_agreements add column placeholder_values jsonb; -- by placeholder; frozen with real_content
alter table agreement_signatures add column shown_pdf_sha256 text not null default '';
