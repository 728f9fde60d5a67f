-- The inspector's own choice for a hand-picked summary; null: by severity.
alter table report_comments add column in_summary boolean;
-- A link that was sent with the summary only opens nothing else; what that summary lists. Null: the link opens the report.
alter table report_view_links add column summary text check (summary in ('automatic', 'hand_picked'));
