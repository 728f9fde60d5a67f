-- The history of one part of a report: its operations, newest first.
create index report_ops_of_part on report_ops (subscriber_id, report_id, (coalesce(
  op ->> 'comment_id', op -> 'comment' ->> 'id', op ->> 'media_id', op -> 'media' ->> 'id',
  op ->> 'item_id', op -> 'item' ->> 'id', op ->> 'section_id', op -> 'section' ->> 'id')), seq desc);
