-- People, rights, dictionaries, sessions: the administrative half (contract/10-session, 20-system).
-- Ids are text (19-digit snowflake or a stable seed id); they never travel as JSON numbers.

create table sys_depart (
  id text primary key,
  parent_id text references sys_depart (id),
  depart_name varchar(100) not null,
  depart_name_en varchar(200),
  depart_order int not null default 0,
  description varchar(500),
  org_category varchar(10) not null default '1',
  org_type varchar(10),
  org_code varchar(64) not null unique,
  region_code varchar(6),
  mobile varchar(32),
  fax varchar(32),
  address varchar(100),
  memo varchar(500),
  status varchar(1) not null default '1',
  del_flag varchar(1) not null default '0',
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_depart_parent on sys_depart (parent_id);

create table sys_user (
  id text primary key,
  username varchar(64) not null,
  realname varchar(100) not null,
  password_hash text not null,
  -- Set for accounts made or reset by somebody else: the password is good for one sign-in until this instant.
  password_expires_at timestamptz,
  avatar varchar(255),
  birthday date,
  sex smallint,
  email varchar(100),
  phone varchar(32),
  telephone varchar(32),
  org_code varchar(64),
  status smallint not null default 1,
  del_flag smallint not null default 0,
  work_no varchar(64),
  post varchar(255),
  activiti_sync smallint not null default 0,
  user_identity smallint not null default 1,
  depart_ids text,
  rel_tenant_ids text,
  client_id varchar(64),
  home_path varchar(255),
  -- Region prefixes of GB/T 2260 the user may see ('32' = Jiangsu); '*' = the whole country; empty = own department only.
  region_prefixes text[] not null default '{}',
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create unique index sys_user_username on sys_user (lower(username));
create unique index sys_user_phone on sys_user (phone) where phone is not null and phone <> '' and del_flag = 0;
create unique index sys_user_email on sys_user (lower(email)) where email is not null and email <> '' and del_flag = 0;

create table sys_user_depart (
  user_id text not null references sys_user (id) on delete cascade,
  dep_id text not null references sys_depart (id),
  primary key (user_id, dep_id)
);

create table sys_role (
  id text primary key,
  role_name varchar(200) not null,
  role_code varchar(100) not null unique,
  description varchar(255),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

create table sys_user_role (
  user_id text not null references sys_user (id) on delete cascade,
  role_id text not null references sys_role (id),
  primary key (user_id, role_id)
);
create index sys_user_role_role on sys_user_role (role_id);

create table sys_permission (
  id text primary key,
  parent_id text references sys_permission (id),
  name varchar(100) not null,
  url varchar(255),
  component varchar(255),
  component_name varchar(255),
  redirect varchar(255),
  menu_type smallint not null, -- 0 top menu, 1 sub menu, 2 button or field
  perms varchar(255),
  perms_type varchar(10) not null default '1',
  sort_no double precision not null default 0,
  always_show boolean not null default false,
  icon varchar(100),
  is_route boolean not null default true,
  is_leaf boolean not null default false,
  keep_alive boolean not null default false,
  hidden boolean not null default false,
  hide_tab boolean not null default false,
  internal_or_external boolean not null default false,
  rule_flag smallint not null default 0,
  status varchar(2) not null default '1',
  description varchar(255),
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_permission_parent on sys_permission (parent_id);

create table sys_role_permission (
  role_id text not null references sys_role (id) on delete cascade,
  permission_id text not null references sys_permission (id),
  primary key (role_id, permission_id)
);

create table sys_dict (
  id text primary key,
  dict_name varchar(100) not null,
  dict_code varchar(100) not null unique,
  description varchar(255),
  type smallint not null default 0,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create table sys_dict_item (
  id text primary key,
  dict_id text not null references sys_dict (id) on delete cascade,
  item_text varchar(100) not null,
  item_value varchar(100) not null,
  description varchar(255),
  sort_order int not null default 1,
  status smallint not null default 1,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz,
  unique (dict_id, item_value)
);

-- The database holds only the SHA-256 of a token (security §3).
create table sys_session (
  id text primary key,
  token_hash bytea not null unique,
  user_id text not null references sys_user (id) on delete cascade,
  remember boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sys_session_user on sys_session (user_id);
create index sys_session_expires on sys_session (expires_at);

create table sys_captcha (
  key text primary key,
  code text not null,
  expires_at timestamptz not null
);
create index sys_captcha_expires on sys_captcha (expires_at);

create table sys_login_guard (
  username_key text primary key,
  failures int not null default 0,
  lock_count int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);

-- Append-only; nobody may edit or delete it over the API.
create table sys_log (
  id bigint generated always as identity primary key,
  log_type smallint not null, -- 1 sign-in and sign-out, 2 operation, 3 denial
  log_content text not null,
  success boolean not null,
  user_id text,
  username text,
  session_id text,
  ip text,
  route text,
  object_id text,
  detail jsonb,
  create_time timestamptz not null default now()
);
create index sys_log_time on sys_log (create_time);

create table sys_setting (
  key text primary key,
  value jsonb not null,
  update_time timestamptz not null default now()
);
