-- What was logged is not rewritten, whatever a request manages to run. Only the platform deletes, when rows are old.
revoke update, delete on audit_log from app_user;
revoke update on audit_log from app_admin;
