-- Services, add-ons and discount codes are edited: what is deleted stays for the appointments that have it, amounts keep
-- to the rules of the form, and no code is ever used more often than it may be.
alter table services
  add constraint services_status check (status in (0, 1)),
  add constraint services_most check (base_cost_cents <= 100000000 and base_duration_minutes <= 1440);
alter table service_modifiers
  add constraint service_modifiers_minutes check (add_minutes between 0 and 1440);
alter table add_ons
  add column deleted_at timestamptz,
  add constraint add_ons_status check (status in (0, 1)),
  add constraint add_ons_minutes check (add_minutes between 0 and 1440);

alter table discount_codes
  add column rev integer not null default 1,
  add column deleted_at timestamptz,
  drop constraint discount_codes_subscriber_id_code_key,
  add constraint discount_codes_code check (code ~ '^[A-Z0-9_-]{3,30}$'),
  add constraint discount_codes_value check (
    (type = 1 and percent between 1 and 100000 and amount_cents is null)
    or (type = 2 and amount_cents between 1 and 100000000 and percent is null)
  ),
  add constraint discount_codes_status check (status in (0, 1)),
  add constraint discount_codes_uses check (
    used_count >= 0 and (max_uses is null or (max_uses > 0 and used_count <= max_uses))
  ),
  add constraint discount_codes_days check (starts_on is null or expires_on is null or starts_on <= expires_on);
create unique index discount_codes_code_once on discount_codes (subscriber_id, code) where deleted_at is null;
-- Which appointments use a code.
create index appointments_by_discount on appointments (subscriber_id, discount_code_id)
  where discount_code_id is not null;
-- Which appointments have a service; also what the foreign key looks at.
create index appointment_services_by_service on appointment_services (subscriber_id, service_id);
