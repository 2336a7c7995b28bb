-- Messages and their templates, fill rules (contract/20 §13, §16).

-- What was sent, or waits to be sent, to whom; how it went.
create table sys_sms (
  id text primary key,
  es_title varchar(100) not null,
  es_type varchar(20) not null, -- dictionary messageType
  es_receiver text not null,    -- user names, joined by comma
  es_param text,                -- JSON object: what the placeholders were filled with
  es_content text not null default '',
  es_send_time timestamptz,
  es_send_status varchar(2) not null default '0' check (es_send_status in ('0', '1', '2', '-1')), -- waiting, sent, failed, given up
  es_send_num int not null default 0,
  es_result varchar(500),
  remark varchar(255),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_sms_time on sys_sms (create_time desc);

create table sys_sms_template (
  id text primary key,
  template_code varchar(64) not null unique,
  template_name varchar(100) not null,
  template_type varchar(1) not null check (template_type in ('1', '2', '4')), -- text, rich text; 4 stands in older rows
  template_content text not null,
  template_test_json text,
  use_status varchar(1) not null default '0' check (use_status in ('0', '1')),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- rule_class names a handler of the code; rule_params is a JSON object after its schema.
create table sys_fill_rule (
  id text primary key,
  rule_name varchar(100) not null,
  rule_code varchar(64) not null unique,
  rule_class varchar(64) not null,
  rule_params text,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
