-- Selectors ask for the members of a department and of those below it; until now links were found by user only.
create index sys_user_depart_depart on sys_user_depart (dep_id);

-- Work numbers belong to one person each, also those of deleted accounts: they can be restored (contract/20 §17).
create unique index sys_user_work_no on sys_user (work_no) where work_no is not null and work_no <> '';
