-- Scheduled jobs, data sources, gateway routes, and the sealed audit log (contract/20 §10, §11, §14, §18; security §7, §8).

-- job_class_name names a handler of the code; parameter is a JSON object after its schema.
create table sys_quartz_job (
  id text primary key,
  job_class_name varchar(64) not null,
  cron_expression varchar(200) not null,
  parameter varchar(2000),
  description varchar(255),
  status smallint not null default 0 check (status in (0, -1)), -- running, paused
  -- Null: not planned yet; whoever runs jobs fills it in.
  next_run_at timestamptz,
  -- Somebody asked for a run at once.
  requested_by text,
  -- The run in progress; its process keeps pushing the lease on, and has died when it ran out.
  run_id text,
  lease_until timestamptz,
  failures smallint not null default 0, -- in a row
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create index sys_quartz_job_due on sys_quartz_job (next_run_at) where status = 0;

-- A plan belongs to the expression and the state it was made for, whoever changes them and by whatever way.
create function forget_job_plan() returns trigger language plpgsql as $$
begin
  if new.cron_expression is distinct from old.cron_expression or new.status is distinct from old.status then
    new.next_run_at := null;
    new.failures := 0;
  end if;
  return new;
end $$;
create trigger forget_plan before update on sys_quartz_job for each row execute function forget_job_plan();

-- What was run when, and how it ended. Stays when the job goes.
create table sys_job_run (
  id text primary key,
  job_id text not null,
  job_class_name varchar(64) not null,
  cause varchar(10) not null check (cause in ('schedule', 'retry', 'manual')),
  requested_by text,
  status smallint not null default 0 check (status in (0, 1, 2)), -- running, done, failed
  message varchar(500),
  start_time timestamptz not null,
  end_time timestamptz
);
create index sys_job_run_job on sys_job_run (job_id, start_time desc);

-- db_password is sealed with the key of the server (security §7); null = none.
create table sys_data_source (
  id text primary key,
  code varchar(64) not null unique,
  name varchar(100) not null,
  remark varchar(255),
  db_type varchar(2) not null,
  db_driver varchar(100),
  db_url varchar(500) not null,
  db_name varchar(100),
  db_username varchar(100),
  db_password text,
  sys_org_code text,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

create table sys_gateway_route (
  id text primary key,
  router_id varchar(64) not null unique,
  name varchar(100) not null,
  uri varchar(500) not null,
  predicates jsonb not null default '[]',
  filters jsonb not null default '[]',
  status smallint not null default 1 check (status in (0, 1)),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- The call a line of the log belongs to. Parameters are masked.
alter table sys_log
  add cost_ms int,
  add request_method varchar(10),
  add request_param text;
create index sys_log_type_time on sys_log (log_type, create_time desc, id desc);

-- Lines of the log and versions of rows are written once (security §5, §7).
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on sys_log
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on sys_data_log
  for each statement execute function refuse_change();

-- One chain over the log in the order of sealing: every hash takes the one before it in.
create table sys_log_seal (
  seq bigint primary key,
  log_id bigint not null unique,
  hash bytea not null,
  seal_time timestamptz not null
);
create index sys_log_seal_time on sys_log_seal (seal_time);
create trigger append_only before update or delete or truncate on sys_log_seal
  for each statement execute function refuse_change();
