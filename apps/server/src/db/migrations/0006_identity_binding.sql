-- A code by SMS belongs to the account the number had when it was sent: a number that changes hands proves nothing.
-- Its hash is slow and salted (argon2id), as for passwords: a million codes cannot be tried within its ten minutes.
alter table sys_sms_code add column user_id text references sys_user (id) on delete cascade;

-- People read their own log.
create index sys_log_user on sys_log (user_id, id desc);
