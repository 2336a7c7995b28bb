-- Tenants, codes by SMS, accounts at third-party identity providers (contract/10 §1.4, §5; 20-system §9).

create table sys_tenant (
  id int primary key,
  name varchar(100) not null,
  begin_date timestamptz,
  end_date timestamptz,
  status smallint not null default 1, -- 1 normal, 0 frozen
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

create table sys_user_tenant (
  user_id text not null references sys_user (id) on delete cascade,
  tenant_id int not null references sys_tenant (id),
  primary key (user_id, tenant_id)
);
create index sys_user_tenant_tenant on sys_user_tenant (tenant_id);

-- A code is good for one purpose, one phone and one use (security §2). Only its keyed hash is kept.
create table sys_sms_code (
  id bigint generated always as identity primary key,
  phone varchar(32) not null,
  purpose smallint not null, -- 0 sign-in, 1 registration, 2 reset
  code_hash bytea not null,
  ip text not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sys_sms_code_phone on sys_sms_code (phone, purpose, created_at);
create index sys_sms_code_ip on sys_sms_code (ip, created_at);

-- Who somebody is at an identity provider; user_id is null until an account is bound by proof.
create table sys_third_account (
  id text primary key,
  source varchar(32) not null,
  third_user_id varchar(128) not null,
  username varchar(100) not null,
  realname varchar(100),
  avatar varchar(255),
  user_id text references sys_user (id) on delete cascade,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (source, third_user_id)
);
create index sys_third_account_user on sys_third_account (user_id);

-- One flow through a provider: the state it was sent with, and after the callback the proof who came back.
create table sys_third_flow (
  state text primary key,
  source varchar(32) not null,
  client_origin text,
  nonce text not null,
  third_account_id text references sys_third_account (id) on delete cascade,
  proof_hash bytea unique,
  expires_at timestamptz not null
);
create index sys_third_flow_expires on sys_third_flow (expires_at);
