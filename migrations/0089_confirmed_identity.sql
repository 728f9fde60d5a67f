-- When the user of a session last confirmed their identity with the password; any row of the family counts.
alter table sessions add column identity_confirmed_at timestamptz;
