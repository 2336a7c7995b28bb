-- Exports of history as files: made by a job, kept for a while, read by whoever asked (domain §10.6).
create table mon_ts_export (
  id text primary key,
  -- No reference: the file is swept by its age even when the account is gone.
  user_id text not null,
  body jsonb not null,
  file_name varchar(120) not null,
  format varchar(8) not null check (format in ('csv', 'xlsx', 'parquet')),
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Whose it is while it runs: another value says that somebody else took it, or that it was cancelled.
  touched_at timestamptz,
  rows bigint,
  size_bytes bigint,
  sha256 bytea,
  store_key text,
  error varchar(200),
  create_time timestamptz not null default now(),
  -- File and row go then.
  expires_at timestamptz,
  check ((state = 'done') = (store_key is not null))
);
create index mon_ts_export_user on mon_ts_export (user_id, create_time desc);
create index mon_ts_export_waiting on mon_ts_export (create_time) where state in ('waiting', 'running');
create index mon_ts_export_expiry on mon_ts_export (expires_at);

-- What people say about a stretch or an instant of a channel. Instants, from_ts = to_ts, are drawn as a balloon.
create table mon_ts_note (
  id text primary key,
  channel_no int not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null check (to_ts >= from_ts),
  body varchar(500) not null,
  author_id text not null,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  del_flag smallint not null default 0
);
create index mon_ts_note_channel on mon_ts_note (channel_no, from_ts) where del_flag = 0;

-- Alarms of a channel over a range, for the bands behind its curve.
create index mon_alarm_channel on mon_alarm (channel_no, trigger_ts desc) where channel_no is not null;
