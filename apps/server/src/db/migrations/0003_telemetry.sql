-- Telemetry (domain §3.6). device_id is mon_device.device_no and leads every key, so that the tables can be
-- distributed by it; no foreign key, no sequence, no trigger. Eight-byte columns first: 64 bytes a heap row.

create table mon_sample (
  ts timestamptz not null,
  rx timestamptz not null,
  v double precision not null,
  device_id int not null,
  channel_no int not null,
  q smallint not null,
  primary key (device_id, channel_no, ts)
) partition by range (ts);

create table mon_sample_conflict (
  ts timestamptz not null,
  rx timestamptz not null,
  v double precision not null,
  device_id int not null,
  channel_no int not null,
  q smallint not null,
  primary key (device_id, channel_no, ts, rx)
);

-- One row a channel, the newest sample. Written a moment after the commit of the sample and repaired from
-- mon_sample at start, so it may trail by the flush interval but never lies after a crash.
create table mon_latest (
  device_id int not null,
  channel_no int not null,
  ts timestamptz not null,
  v double precision not null,
  prev_v double precision,
  rx timestamptz not null,
  q smallint not null,
  primary key (device_id, channel_no)
) with (fillfactor = 70);

-- t is the END of the bucket: the row holds t - step < ts <= t (domain §1).
create table mon_r1m (
  t timestamptz not null,
  v_avg double precision, v_min double precision, v_max double precision,
  v_first double precision, v_last double precision,
  v_sum double precision not null, v_m2 double precision not null,
  v_sin double precision, v_cos double precision,
  device_id int not null,
  channel_no int not null,
  n int not null,
  n_valid int not null,
  q_or smallint not null,
  primary key (device_id, channel_no, t)
) partition by range (t);
create table mon_r1h (like mon_r1m including defaults including constraints, primary key (device_id, channel_no, t)) partition by range (t);
create table mon_r1d (like mon_r1m including defaults including constraints, primary key (device_id, channel_no, t)) partition by range (t);

-- Dirty-bucket queue. Written in the transaction that writes the samples, deleted in the one that writes the rollup.
-- level 1 = r1m is stale (bucket = end of the hour that encloses the samples),
-- level 2 = r1h is stale, level 3 = r1d is stale (bucket = end of the GMT+8 day).
-- from_ts..to_ts is the closed range of stale instants inside the bucket.
create table mon_dirty (
  bucket timestamptz not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  due_at timestamptz not null,
  device_id int not null,
  level smallint not null,
  primary key (device_id, level, bucket)
) with (fillfactor = 70);
create index mon_dirty_due on mon_dirty (level, due_at);

create table mon_gap (
  t_from timestamptz not null,
  t_to timestamptz,
  filled_at timestamptz,
  device_id int not null,
  channel_no int not null,
  expected int,
  received int not null default 0,
  cause varchar(16) not null default 'unknown',
  primary key (device_id, channel_no, t_from)
);
create index mon_gap_open on mon_gap (device_id, channel_no) where t_to is null;

-- What changes with every message of a device, kept out of the register (ADR: registers are reference tables).
create table mon_device_state (
  device_id int primary key,
  status varchar(16) not null default 'inactive',
  status_since timestamptz not null default now(),
  flapping boolean not null default false,
  last_seen timestamptz,
  last_sample_ts timestamptz,
  fault boolean not null default false,
  flags text[] not null default '{}',
  firmware varchar(32),
  ip text,
  signal_dbm smallint,
  battery_pct smallint,
  skew_ms double precision,
  lng double precision, lat double precision
) with (fillfactor = 70);

create table mon_device_status_log (
  ts timestamptz not null,
  device_id int not null,
  from_val varchar(16) not null,
  to_val varchar(16) not null,
  reason varchar(64) not null,
  primary key (device_id, ts, to_val)
);

-- Ids (or payload hashes) of messages whose times we corrected: a retry of those would not collide by key.
create table mon_message_seen (
  seen_at timestamptz not null,
  device_id int not null,
  key bytea not null,
  primary key (device_id, key)
);
create index mon_message_seen_at on mon_message_seen (seen_at);

create table mon_ingest_counter (
  hour timestamptz not null,
  n bigint not null,
  device_id int not null,
  code varchar(16) not null,
  primary key (device_id, hour, code)
);
