-- A contact without a language gets messages in the company's. English was what every contact had unless a language was
-- chosen; the setting of existing companies is English, so their messages stay the same.
alter table contacts alter column language set default '';
set local role app_admin;
update contacts set language = '' where language = 'en';
reset role;
