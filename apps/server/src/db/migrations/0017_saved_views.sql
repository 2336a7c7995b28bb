-- Lists as their users keep them: a view under a name, for oneself or for those of a role or a department.

create table sys_saved_view (
  id text primary key,
  user_id text not null references sys_user (id) on delete cascade,
  list_path varchar(200) not null, -- the list call of the page: /sys/position/list
  name varchar(30) not null,
  content jsonb not null,
  role_id text references sys_role (id) on delete cascade,
  depart_id text references sys_depart (id) on delete cascade,
  create_time timestamptz not null default now(),
  constraint sys_saved_view_name unique (user_id, list_path, name),
  check (role_id is null or depart_id is null)
);
create index sys_saved_view_role on sys_saved_view (role_id) where role_id is not null;
create index sys_saved_view_depart on sys_saved_view (depart_id) where depart_id is not null;
