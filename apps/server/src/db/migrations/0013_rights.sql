-- Rights are administered: codes belong to one row each, and what is deleted takes its grants along.

-- Whether a row has children or rules is looked up where it is asked; copies of it went stale.
alter table sys_permission drop column is_leaf, drop column rule_flag;
create unique index sys_permission_perms on sys_permission (perms) where perms <> '' and del_flag = 0;

alter table sys_role_permission
  drop constraint sys_role_permission_permission_id_fkey,
  add constraint sys_role_permission_permission_id_fkey
    foreign key (permission_id) references sys_permission (id) on delete cascade;
alter table sys_user_role
  drop constraint sys_user_role_role_id_fkey,
  add constraint sys_user_role_role_id_fkey foreign key (role_id) references sys_role (id) on delete cascade;
create index sys_role_permission_permission on sys_role_permission (permission_id);
