-- Administration of users (contract/20 §1).

-- Begun with a password that somebody else had set: without rights until its owner chose his own.
alter table sys_session add column must_change_password boolean not null default false;

-- Who stands in for a user while he is away.
create table sys_user_agent (
  id text primary key,
  user_name varchar(64) not null,
  agent_user_name varchar(64) not null,
  start_time timestamptz,
  end_time timestamptz,
  status varchar(2) not null default '1', -- 1 in force, 0 not
  sys_org_code varchar(64),
  sys_company_code varchar(64),
  create_name varchar(100), create_by text, create_time timestamptz not null default now(),
  update_name varchar(100), update_by text, update_time timestamptz
);
create unique index sys_user_agent_user on sys_user_agent (lower(user_name));
