-- When a personal link that had ended by the company's rule was renewed: that end may be renewed again by its owner, one that
-- the company set by hand may not.
alter table appointment_people add column link_renewed_at timestamptz;
