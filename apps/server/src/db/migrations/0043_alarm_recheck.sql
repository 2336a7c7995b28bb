-- Past alarms are judged again where samples came late or were replaced, and where limits changed.

-- How far the late marks of each stream were read.
create table mon_alarm_recheck_cursor (
  stream smallint primary key check (stream between 0 and 15),
  seq bigint not null default 0
);
insert into mon_alarm_recheck_cursor (stream) select generate_series(0, 15);

-- One rule over one channel on one GMT+8 day; whoever works on it holds the row's lock, and deletes it with what it has written.
create table mon_alarm_recheck (
  rule_id text not null,
  channel_no int not null,
  day date not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  -- Rises while more of it comes: a backfill is judged once it has calmed down.
  due_at timestamptz not null,
  primary key (rule_id, channel_no, day)
);
create index mon_alarm_recheck_due on mon_alarm_recheck (due_at);

-- By which limits the past was judged last.
create table mon_alarm_recheck_limits (
  id boolean primary key default true check (id),
  hash text not null
);
