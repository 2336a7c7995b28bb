-- What departments may use, and the roles their heads give out within that (contract/20 §5.1).

create table sys_depart_permission (
  depart_id text not null references sys_depart (id) on delete cascade,
  permission_id text not null references sys_permission (id) on delete cascade,
  primary key (depart_id, permission_id)
);
create index sys_depart_permission_permission on sys_depart_permission (permission_id);

create table sys_depart_data_rule (
  depart_id text not null,
  permission_id text not null,
  rule_id text not null references sys_permission_data_rule (id) on delete cascade,
  primary key (depart_id, rule_id),
  foreign key (depart_id, permission_id) references sys_depart_permission (depart_id, permission_id) on delete cascade
);
create index sys_depart_data_rule_rule on sys_depart_data_rule (rule_id);

create table sys_depart_role (
  id text primary key,
  depart_id text not null references sys_depart (id) on delete cascade,
  role_name varchar(200) not null,
  role_code varchar(100) not null unique,
  description varchar(255),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_depart_role_depart on sys_depart_role (depart_id);

create table sys_depart_role_permission (
  role_id text not null references sys_depart_role (id) on delete cascade,
  permission_id text not null references sys_permission (id) on delete cascade,
  primary key (role_id, permission_id)
);
create index sys_depart_role_permission_permission on sys_depart_role_permission (permission_id);

create table sys_depart_role_data_rule (
  role_id text not null,
  permission_id text not null,
  rule_id text not null references sys_permission_data_rule (id) on delete cascade,
  primary key (role_id, rule_id),
  foreign key (role_id, permission_id) references sys_depart_role_permission (role_id, permission_id) on delete cascade
);
create index sys_depart_role_data_rule_rule on sys_depart_role_data_rule (rule_id);

create table sys_depart_role_user (
  id text primary key,
  drole_id text not null references sys_depart_role (id) on delete cascade,
  user_id text not null references sys_user (id) on delete cascade,
  unique (user_id, drole_id)
);
create index sys_depart_role_user_role on sys_depart_role_user (drole_id);

