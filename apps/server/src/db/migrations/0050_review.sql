-- What people decided about samples: bit 512 = invalid, 1024 = valid, over from_ts < ts <= to_ts. The bits of samples are those of
-- the newest mark in force over them, and none where there is none; so taking a mark back restores what was (ADR 0049).
create table mon_sample_mark (
  id text primary key,
  -- One decision over several channels.
  batch_id text not null,
  device_id int not null,
  channel_no int not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  bit smallint not null check (bit in (512, 1024)),
  reason varchar(20) not null,
  note varchar(500) not null,
  -- Samples whose bits it changed when it was made.
  n int not null,
  made_by text not null,
  made_name text not null,
  made_at timestamptz not null,
  undone_by text,
  undone_name text,
  undone_at timestamptz,
  check (from_ts < to_ts)
);
create index mon_sample_mark_in_force on mon_sample_mark (device_id, channel_no, to_ts) where undone_at is null;
create index mon_sample_mark_span on mon_sample_mark (channel_no, to_ts);
create index mon_sample_mark_batch on mon_sample_mark (batch_id);

-- Review of a station's GMT+8 day (00:00 < ts <= 24:00). No row = nobody has looked at it.
create table mon_review_day (
  station_id text not null,
  day date not null,
  state varchar(8) not null default 'auto' check (state in ('auto', 'reviewed', 'approved')),
  -- Rises with every change: whoever decides names the one they have seen.
  version int not null default 0,
  reviewed_by text,
  reviewed_name text,
  reviewed_at timestamptz,
  approved_by text,
  approved_name text,
  approved_at timestamptz,
  primary key (station_id, day)
);

create table mon_review_log (
  id text primary key,
  station_id text not null,
  day date not null,
  action varchar(12) not null,
  note varchar(500) not null,
  user_id text not null,
  user_name text not null,
  at timestamptz not null
);
create index mon_review_log_day on mon_review_log (station_id, day, at);

-- Samples that staff brought in by a sheet, so that the whole of it can be taken back.
create table mon_sample_import (
  id text primary key,
  n int not null default 0,
  made_by text not null,
  made_name text not null,
  made_at timestamptz not null,
  undone_by text,
  undone_name text,
  undone_at timestamptz
);
create table mon_sample_import_row (
  import_id text not null references mon_sample_import (id) on delete cascade,
  device_id int not null,
  channel_no int not null,
  ts timestamptz not null,
  primary key (import_id, device_id, channel_no, ts)
);

-- n_manual: samples that people marked as invalid, which n_invalid counts along with those of devices.
-- n_doubt: jumps and stuck values that nobody has decided about; calibration and what the device disowns is none.
-- Null = none, and in rows of older versions not known.
alter table mon_r1m add column n_manual int, add column n_doubt int;
alter table mon_r1h add column n_manual int, add column n_doubt int;
alter table mon_r1d add column n_manual int, add column n_doubt int;
