-- Which of its comment's locations a photo shows; empty for none.
alter table report_media add column location text not null default '';

-- The comments of the library that an inspector has starred.
create table favorite_comments (
  subscriber_id uuid not null,
  user_id uuid not null,
  template_comment_id uuid not null,
  created_at timestamptz not null,
  primary key (subscriber_id, user_id, template_comment_id),
  foreign key (subscriber_id, user_id) references users (subscriber_id, id) on delete cascade,
  foreign key (subscriber_id, template_comment_id) references template_comments (subscriber_id, id) on delete cascade
);
create index favorite_comments_of on favorite_comments (subscriber_id, template_comment_id);
select secure_tenant_table('favorite_comments');

-- Which comments of the library the newest reports include: what is offered first.
create index report_comments_in_use on report_comments (subscriber_id, report_id, template_comment_id)
  where included and template_comment_id is not null;

-- A copied photo shares its files with the original: they are deleted with the last of them.
create index report_media_by_file on report_media (subscriber_id, large_file_id);

-- The report that this one was copied from: a repeated request finds the copy.
alter table reports add column copied_from uuid;
