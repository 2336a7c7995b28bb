-- What somebody did to which row, and every version of the row since (contract/20 §11).
alter table sys_log
  add operate_type smallint, -- 1 query, 2 add, 3 edit, 4 delete, 5 import, 6 export
  add tenant_id int not null default 0;
create index sys_log_object on sys_log (object_id) where object_id is not null;

-- Append-only. A version holds the row as it stood after the change; of a deleted row, as it stood before.
create table sys_data_log (
  id text primary key,
  data_table varchar(64) not null,
  data_id text not null,
  data_version int not null,
  data_content jsonb not null,
  type varchar(20) not null default 'json',
  -- 2 add, 3 edit, 4 delete: the numbers of sys_log.
  operate_type smallint not null,
  tenant_id int not null default 0,
  create_by text not null, create_time timestamptz not null default now(),
  unique (data_table, data_id, data_version)
);
create index sys_data_log_time on sys_data_log (create_time);
