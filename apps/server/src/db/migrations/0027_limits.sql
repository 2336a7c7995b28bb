-- Metrics, limit sets and limits are written by the kit: rows know who changed them and when, deleted ones wait in a bin.
alter table mon_metric
  add column id text,
  add column create_by text, add column create_time timestamptz not null default now(),
  add column update_by text, add column update_time timestamptz;
update mon_metric set id = code;
alter table mon_metric alter column id set not null, add constraint mon_metric_id_key unique (id);

-- Nobody could change them so far: the seeds put them back under ids that fit an address.
delete from mon_limit;
delete from mon_limit_set;
alter table mon_limit_set
  drop constraint mon_limit_set_code_key,
  add column del_flag smallint not null default 0,
  add column create_by text, add column create_time timestamptz not null default now(),
  add column update_by text, add column update_time timestamptz;
create unique index mon_limit_set_code_key on mon_limit_set (code) where del_flag = 0;

alter table mon_limit
  add column del_flag smallint not null default 0,
  add column create_by text, add column create_time timestamptz not null default now(),
  add column update_by text, add column update_time timestamptz;
create unique index mon_limit_figure_key on mon_limit (set_id, metric_code, kind, level, avg_period, grade)
  nulls not distinct where del_flag = 0;
