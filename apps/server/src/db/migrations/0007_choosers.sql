-- Positions, categories and check rules: what choosers offer and forms check (contract/20 §6, §8, §15).

create table sys_position (
  id text primary key,
  code varchar(64) not null unique,
  name varchar(100) not null,
  post_rank varchar(10), -- dictionary position_rank
  company_id varchar(64),
  sys_org_code varchar(64),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- Codes are made like those of departments: three characters a level below the parent's. Whether a category has
-- children is looked up, never stored.
create table sys_category (
  id text primary key,
  pid text references sys_category (id) check (pid <> id), -- null at the top; the wire says '0'
  name varchar(100) not null,
  code varchar(64) not null unique,
  sys_org_code varchar(64),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_category_pid on sys_category (pid);

-- Steps of a rule in their order: [{"digits": "*" or a number of characters, "pattern": …, "message": …}]. Patterns run
-- in a linear-time engine only.
create table sys_check_rule (
  id text primary key,
  rule_name varchar(100) not null,
  rule_code varchar(64) not null unique,
  rule_json jsonb not null check (jsonb_typeof(rule_json) = 'array'),
  rule_description varchar(255),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
