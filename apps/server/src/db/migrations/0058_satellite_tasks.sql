-- Satellite tasks (domain §3.13): who is asked for a picture of what, when it can be taken, and what came of it.
create table mon_satellite (
  id text primary key,
  code varchar(20) not null,
  name varchar(60) not null,
  norad_id int not null,
  tle1 varchar(80) not null,
  tle2 varchar(80) not null,
  tle_epoch timestamptz not null,
  sensor_type varchar(16) not null
    check (sensor_type in ('optical', 'multispectral', 'hyperspectral', 'SAR', 'TIR', 'atmos')),
  swath_km double precision not null check (swath_km > 0),
  -- Straight down.
  res_m double precision not null check (res_m > 0),
  off_nadir_max double precision not null check (off_nadir_max between 0 and 60),
  status varchar(3) not null default 'on' check (status in ('on', 'off')),
  remark varchar(200),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  del_flag smallint not null default 0
);
create unique index mon_satellite_code on mon_satellite (code) where del_flag = 0;

create table mon_sat_task (
  id text primary key,
  no varchar(32) not null unique,
  title varchar(80) not null,
  purpose varchar(8) not null check (purpose in ('air', 'fire', 'flood', 'spill', 'heat', 'other')),
  priority smallint not null check (priority between 1 and 5),
  incident varchar(64) not null default '',
  -- GeoJSON, WGS-84.
  area jsonb not null,
  vertices int not null check (vertices between 3 and 500),
  area_km2 double precision not null check (area_km2 <= 200000),
  -- Of the station nearest to it; both decide who sees it.
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  sensor_type varchar(16) not null,
  -- None = all of the sensor.
  satellite_ids text[] not null default '{}',
  res_max_m double precision,
  cloud_pct_max smallint check (cloud_pct_max between 0 and 100),
  off_nadir_max double precision not null check (off_nadir_max between 0 and 60),
  window_from timestamptz not null,
  window_to timestamptz not null check (window_to > window_from),
  revisit_mode varchar(12) not null default 'once' check (revisit_mode in ('once', 'daily', 'every_n_days')),
  revisit_n smallint not null default 1,
  revisit_count smallint not null default 1,
  parent_id text references mon_sat_task,
  remark varchar(300) not null default '',
  state varchar(12) not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'planned', 'acquiring',
    'downlinked', 'processing', 'delivered', 'closed', 'rejected', 'failed', 'replanned', 'cancelled', 'expired')),
  -- Whoever decides names the version they saw; each decision makes the next one.
  version int not null default 1,
  -- The choice in hand; 0 before approval.
  choice_rank smallint not null default 0,
  provider_ref text,
  cost_est double precision,
  reason varchar(300),
  requested_by text,
  requested_name text,
  requested_at timestamptz,
  approved_by text,
  approved_name text,
  approved_at timestamptz,
  -- When a worker has to look at it next, and not before: whoever takes it moves it on. Null = never.
  look_at timestamptz,
  trouble varchar(200),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create index mon_sat_task_look on mon_sat_task (look_at) where look_at is not null;
create index mon_sat_task_list on mon_sat_task (state, create_time desc);
create index mon_sat_task_window on mon_sat_task (window_to, window_from);
create index mon_sat_task_parent on mon_sat_task (parent_id) where parent_id is not null;

-- Opportunities, as they were computed when the task was written.
create table mon_sat_pass (
  id text primary key,
  task_id text not null references mon_sat_task on delete cascade,
  satellite_id text not null references mon_satellite,
  sat_code varchar(20) not null,
  sat_name varchar(60) not null,
  swath_km double precision not null,
  tle_epoch timestamptz not null,
  start_at timestamptz not null,
  peak_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  max_elev double precision not null,
  off_nadir double precision not null,
  coverage_pct double precision not null,
  sun_elev double precision not null,
  res_m double precision not null,
  feasibility double precision not null check (feasibility between 0 and 1),
  fault varchar(12),
  footprint jsonb not null,
  track jsonb not null,
  -- 1 = A. Those of an earlier plan keep theirs; the task's own rank says which of them counts.
  rank smallint check (rank >= 1)
);
create index mon_sat_pass_task on mon_sat_pass (task_id, peak_at);
create unique index mon_sat_pass_rank on mon_sat_pass (task_id, rank) where rank is not null;

create table mon_sat_acquisition (
  id text primary key,
  task_id text not null references mon_sat_task on delete cascade,
  -- A pass is ordered once, however many processes try.
  pass_id text not null unique references mon_sat_pass,
  planned_at timestamptz not null,
  actual_at timestamptz,
  state varchar(12) not null check (state in ('planned', 'acquiring', 'downlinked', 'processing', 'delivered', 'failed',
    'cancelled')),
  cloud_pct double precision,
  quality varchar(40),
  fail_reason varchar(200),
  provider_ref text not null
);
create index mon_sat_acquisition_task on mon_sat_acquisition (task_id, planned_at);

create table mon_sat_product (
  id text primary key,
  acquisition_id text not null references mon_sat_acquisition on delete cascade,
  level varchar(8) not null check (level in ('L0', 'L1', 'L2', 'L3', 'thematic')),
  name varchar(120) not null,
  format varchar(16) not null,
  bbox double precision[] not null check (cardinality(bbox) = 4),
  footprint jsonb not null,
  ts timestamptz not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  store_key text not null,
  thumb_key text not null,
  thumb_bytes int not null,
  stac jsonb not null,
  unique (acquisition_id, name)
);
create index mon_sat_product_ts on mon_sat_product (ts desc);

-- What became of a task, and by whom.
create table mon_sat_log (
  id bigint generated always as identity primary key,
  task_id text not null references mon_sat_task,
  at timestamptz not null,
  action varchar(12) not null,
  from_state varchar(12),
  to_state varchar(12) not null,
  who text not null,
  note varchar(300) not null default ''
);
create index mon_sat_log_task on mon_sat_log (task_id, id);
create function mon_sat_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'mon_sat_log is append-only';
end $$;
create trigger mon_sat_log_append_only before update or delete on mon_sat_log
  for each row execute function mon_sat_log_is_append_only();

-- Numbers of a day: SAT-MMDD-nn. Two at once get two.
create table mon_sat_number (
  day date primary key,
  n int not null
);
