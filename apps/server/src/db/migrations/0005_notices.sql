-- Announcements and who has read them (contract/20 §12); data rules of menus (contract/20 §4).

create table sys_announcement (
  id text primary key,
  title varchar(100) not null,
  msg_content text not null default '',
  msg_abstract varchar(500),
  start_time timestamptz,
  end_time timestamptz,
  sender varchar(100),
  priority varchar(1) not null default 'L' check (priority in ('L', 'M', 'H')),
  msg_category varchar(1) not null default '1' check (msg_category in ('1', '2')), -- 1 notice, 2 system message
  msg_type varchar(4) not null default 'ALL' check (msg_type in ('USER', 'ALL')),
  send_status varchar(1) not null default '0' check (send_status in ('0', '1', '2')), -- draft, published, revoked
  send_time timestamptz,
  cancel_time timestamptz,
  bus_type varchar(20),
  bus_id varchar(64),
  open_type varchar(20) check (open_type in ('component', 'url')),
  open_page varchar(255),
  del_flag varchar(1) not null default '0',
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_announcement_published on sys_announcement (send_time desc) where send_status = '1' and del_flag = '0';

create table sys_announcement_send (
  id text primary key,
  announcement_id text not null references sys_announcement (id) on delete cascade,
  user_id text not null references sys_user (id) on delete cascade,
  read_flag varchar(1) not null default '0' check (read_flag in ('0', '1')),
  read_time timestamptz,
  star_flag varchar(1),
  create_time timestamptz not null default now(),
  unique (announcement_id, user_id)
);
create index sys_announcement_send_user on sys_announcement_send (user_id, read_flag);

-- A row rule is a field, an operator and a value with variables; it is compiled to bound conditions (security §4).
create table sys_permission_data_rule (
  id text primary key,
  permission_id text not null references sys_permission (id) on delete cascade,
  rule_name varchar(50) not null,
  rule_column varchar(50) not null,
  rule_conditions varchar(20) not null,
  rule_value varchar(300) not null,
  status varchar(1) not null default '1',
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_permission_data_rule_permission on sys_permission_data_rule (permission_id);

create table sys_role_data_rule (
  role_id text not null,
  permission_id text not null,
  rule_id text not null references sys_permission_data_rule (id) on delete cascade,
  primary key (role_id, rule_id),
  foreign key (role_id, permission_id) references sys_role_permission (role_id, permission_id) on delete cascade
);
create index sys_role_data_rule_permission on sys_role_data_rule (permission_id);
