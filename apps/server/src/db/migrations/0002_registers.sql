-- Registers of the monitoring half (domain §3.1-3.5): small tables, reference tables on a Citus cluster.
-- No foreign key leads from here into telemetry.

create table mon_metric (
  code varchar(32) primary key,
  name_cn varchar(80) not null,
  name_en varchar(80) not null,
  category varchar(16) not null,
  formula varchar(32),
  unit varchar(16) not null,
  precision smallint not null,
  range_lo double precision, range_hi double precision,
  hard_lo double precision, hard_hi double precision,
  default_period_s int not null,
  agg varchar(16) not null,
  cas varchar(16),
  molar_mass double precision,
  sort_no int not null default 0
);

create table mon_limit_set (
  id text primary key,
  code varchar(64) not null unique,
  name varchar(120) not null,
  standard_no varchar(80) not null,
  valid_from date not null,
  valid_to date,
  source text not null,
  confidence varchar(4) not null, -- A, B or own (domain, head)
  status varchar(16) not null default 'active'
);
create table mon_limit (
  id text primary key,
  set_id text not null references mon_limit_set (id),
  metric_code varchar(32) not null references mon_metric (code),
  kind varchar(16) not null,
  level varchar(32) not null,
  grade smallint,
  avg_period varchar(16) not null,
  op varchar(4) not null default '>',
  value double precision not null,
  unit varchar(16) not null,
  severity smallint,
  note varchar(255)
);
create index mon_limit_metric on mon_limit (metric_code, set_id);

create table mon_station (
  id text primary key,
  code varchar(32) not null,
  name varchar(80) not null,
  short_name varchar(20) not null,
  station_type varchar(16) not null,
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  alt_m double precision,
  address varchar(200),
  func_zone smallint not null default 2,
  population5km int,
  contact_name varchar(40),
  contact_phone varchar(32),
  status varchar(16) not null default 'active',
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create unique index mon_station_code on mon_station (code) where del_flag = 0;
create index mon_station_region on mon_station (region_code text_pattern_ops);

create table mon_device_model (
  id text primary key,
  code varchar(64) not null unique,
  name varchar(80) not null,
  vendor varchar(80) not null,
  kind varchar(16) not null,
  protocol varchar(16) not null default 'mqtt',
  channel_template jsonb not null default '[]',
  cmd_template jsonb not null default '[]',
  firmware_latest varchar(32),
  calib_interval_d int,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

create sequence mon_device_no as int;
create table mon_device (
  id text primary key,
  device_no int not null unique default nextval('mon_device_no'),
  client_id varchar(64) not null,
  name varchar(80) not null,
  model_id text not null references mon_device_model (id),
  kind varchar(16) not null,
  station_id text references mon_station (id),
  gateway_id text references mon_device (id),
  region_code varchar(6) not null,
  lng double precision, lat double precision,
  sys_org_code varchar(64) not null,
  serial_no varchar(64), asset_no varchar(64),
  online_timeout_s int not null,
  retired_at timestamptz,
  installed_at date, warranty_until date, next_calib_date date,
  health_score smallint,
  tags text[] not null default '{}',
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
-- A network identity is never handed out twice, not even after its device was deleted.
create unique index mon_device_client on mon_device (client_id);
create index mon_device_station on mon_device (station_id);
create index mon_device_gateway on mon_device (gateway_id);
create index mon_device_region on mon_device (region_code text_pattern_ops);

create table mon_device_credential (
  id text primary key,
  device_id text not null references mon_device (id),
  type varchar(16) not null default 'token',
  -- SHA-256: the secret has >= 128 random bits, a slow hash would cost 50 ms a connect (domain §3.4).
  secret_hash bytea not null,
  not_before timestamptz not null default now(),
  not_after timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_ip text,
  create_by text, create_time timestamptz not null default now()
);
create index mon_device_credential_device on mon_device_credential (device_id);

create sequence mon_channel_no as int;
create table mon_channel (
  id text primary key,
  channel_no int not null unique default nextval('mon_channel_no'),
  device_id text not null references mon_device (id),
  seq smallint not null,
  metric_code varchar(32) not null references mon_metric (code),
  alias varchar(40),
  unit_in varchar(16) not null,
  scale double precision not null default 1,
  offset_val double precision not null default 0,
  range_lo double precision, range_hi double precision,
  precision smallint not null,
  period_s int not null,
  lod double precision,
  enabled boolean not null default true,
  show_on_map boolean not null default true,
  limit_override jsonb,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz,
  unique (device_id, seq)
);

create table mon_maintenance (
  id text primary key,
  device_id text not null references mon_device (id),
  kind varchar(16) not null,
  actual_from timestamptz not null,
  actual_to timestamptz,
  note varchar(255),
  create_by text, create_time timestamptz not null default now()
);
create index mon_maintenance_open on mon_maintenance (device_id) where actual_to is null;

-- Clients that tried to sign in without being registered (domain §6.3 step 1).
create table mon_pending_client (
  client_id varchar(64) primary key,
  address text not null,
  via_gateway_id text references mon_device (id),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  attempts int not null default 1
);
-- Messages of unregistered children of a known gateway, kept 24 h and replayed on registration.
create table mon_quarantine (
  id bigint generated always as identity primary key,
  gateway_id text not null references mon_device (id),
  client_id varchar(64) not null,
  kind varchar(16) not null,
  payload bytea not null,
  received_at timestamptz not null default now()
);
create index mon_quarantine_client on mon_quarantine (client_id, id);
create index mon_quarantine_received on mon_quarantine (received_at);
