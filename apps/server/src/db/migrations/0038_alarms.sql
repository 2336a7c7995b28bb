-- Rules, alarms and what happens to them (domain §3.8, 3.9). Alarms belong to the network: no tenant column (ADR 0043).

create table mon_alarm_rule (
  id text primary key,
  code varchar(32) not null,
  name varchar(80) not null,
  enabled boolean not null default true,
  -- Rises with each edit that changes how it judges; alarms keep the number they were raised by.
  version int not null default 1,
  -- The deciding part, as packages/domain/alarm/rule.ts describes it.
  place varchar(8) not null default 'public',
  scope jsonb not null default '{}',
  branches jsonb not null,
  corroborate jsonb,
  auto_clear boolean not null default true,
  latch boolean not null default true,
  escalate jsonb,
  -- What to do about it, for the officer.
  guide text,
  checklist jsonb not null default '[]',
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create unique index mon_alarm_rule_code_key on mon_alarm_rule (code) where del_flag = 0;

create table mon_alarm_rule_version (
  rule_id text not null,
  version int not null,
  name varchar(80) not null,
  body jsonb not null,
  create_by text,
  create_time timestamptz not null default now(),
  primary key (rule_id, version)
);

create table mon_alarm (
  id text primary key,
  no varchar(24) not null unique,
  rule_id text not null,
  rule_version int not null,
  -- Which condition of the rule, and what one active alarm at most exists of.
  branch smallint not null,
  dedupe_key text not null,
  device_id text, device_no int, channel_no int, station_id text,
  -- As they were when it was raised: who may see it does not change with the register.
  region_code varchar(6) not null default '', sys_org_code text not null default '',
  metric_code varchar(32),
  severity smallint not null check (severity between 1 and 5),
  severity_max smallint not null check (severity_max between 1 and 5),
  title varchar(200) not null,
  -- Of the sample that caused it.
  trigger_ts timestamptz not null,
  raised_ts timestamptz not null,
  value double precision,
  limit_value double precision,
  limit_text varchar(200),
  op varchar(2),
  unit varchar(16),
  peak_value double precision, peak_ts timestamptz,
  last_ts timestamptz not null,
  -- Of the last step of the engine: what is told again after a restart is not newer.
  judged_ts timestamptz not null,
  active boolean not null default true,
  acked boolean not null default false,
  ack_by text, ack_name text, ack_ts timestamptz, ack_note text,
  assignee text, assignee_name text,
  shelved_until timestamptz, shelve_reason text,
  cleared_ts timestamptz, clear_reason varchar(16),
  closed_ts timestamptz, closed_by text, closed_name text, close_code varchar(8), close_note text,
  -- After an active one was closed its condition raises nothing until then.
  muted_until timestamptz,
  reopen_count int not null default 0,
  escalate_level smallint not null default 0,
  comment_count int not null default 0,
  -- Where one that was closed while active goes on.
  previous_id text,
  -- plain, pending (待核实), confirmed (已印证)
  corroboration varchar(12) not null default 'plain',
  -- Raised from data that came later than five minutes.
  historic boolean not null default false,
  -- 数据存疑: the sample that caused it was over range or jumped.
  doubtful boolean not null default false,
  -- 数据中断: nothing has come since; silence clears nothing.
  silent boolean not null default false,
  drill boolean not null default false,
  -- Raised while a window said to tell nobody.
  marked boolean not null default false,
  -- What the judgement rests on: averaged figure, window, sample count, limit set, since when it held; a sentence of it.
  evidence jsonb not null default '{}',
  checklist jsonb not null default '[]',
  version int not null default 1,
  log_seq int not null default 0,
  log_hash bytea
);
-- Repetition is harmless: what was raised once for an instant is not raised again.
create unique index mon_alarm_trigger_key on mon_alarm (dedupe_key, trigger_ts);
create unique index mon_alarm_active_key on mon_alarm (dedupe_key) where active and not historic;
create index mon_alarm_open on mon_alarm (severity, trigger_ts desc) where closed_ts is null;
create index mon_alarm_time on mon_alarm (trigger_ts desc);
create index mon_alarm_device on mon_alarm (device_id, trigger_ts desc);
create index mon_alarm_key_time on mon_alarm (dedupe_key, trigger_ts desc);
create index mon_alarm_station on mon_alarm (station_id, metric_code, trigger_ts desc);

-- Everything that happened to an alarm, each row sealed by the hash of the one before it (one chain an alarm: a single one
-- would let alarms wait for each other).
create table mon_alarm_log (
  eid bigint generated always as identity,
  alarm_id text not null references mon_alarm (id),
  seq int not null,
  ts timestamptz not null,
  actor text not null,
  actor_name text not null,
  action varchar(16) not null,
  from_val varchar(16), to_val varchar(16),
  note text,
  data jsonb not null default '{}',
  prev_hash bytea,
  hash bytea not null,
  primary key (alarm_id, seq)
);
create unique index mon_alarm_log_eid on mon_alarm_log (eid);
create index mon_alarm_log_ts on mon_alarm_log (ts);

create function mon_alarm_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'mon_alarm_log is append-only';
end $$;
create trigger mon_alarm_log_append_only before update or delete on mon_alarm_log
  for each row execute function mon_alarm_log_is_append_only();

-- How far each stream has been judged: the newest sample time of every channel that rules watch, in columns of equal
-- length. What is newer is judged again after a restart; what was raised before is recognised by its key.
create table mon_alarm_cursor (
  stream smallint primary key check (stream between 0 and 15),
  epoch bigint not null,
  seq bigint not null,
  judged_at timestamptz not null,
  channel_nos int[] not null default '{}',
  marks_ms float8[] not null default '{}'
);

create table mon_alarm_number (
  day date primary key,
  n int not null
);

-- What falls due: escalate, verify (nobody has looked at a capped one), close (what has been over for a day).
create table mon_alarm_timer (
  alarm_id text not null references mon_alarm (id),
  kind varchar(10) not null,
  step smallint not null default 0,
  due_at timestamptz not null,
  to_role text,
  primary key (alarm_id, kind, step)
);
create index mon_alarm_timer_due on mon_alarm_timer (due_at);

-- What people are to be told of, written with the alarm itself; whoever delivers takes it from here.
create table mon_alarm_outbox (
  id text primary key,
  alarm_id text not null references mon_alarm (id),
  -- raise, up, reopen, escalate, handover …
  kind varchar(12) not null,
  severity smallint not null,
  step smallint not null default 0,
  to_role text,
  created_at timestamptz not null default now(),
  -- When its receivers were worked out; null = waits.
  expanded_at timestamptz
);
create index mon_alarm_outbox_waiting on mon_alarm_outbox (created_at) where expanded_at is null;

-- 抑制: hide = judged and counted, but nothing is raised while it lasts; mark = raised without telling anybody.
create table mon_suppression (
  id text primary key,
  name varchar(80) not null,
  kind varchar(8) not null default 'hide',
  scope jsonb not null default '{}',
  rule_ids jsonb not null default '[]',
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  -- Weekly repetition in iCalendar's words; null = once.
  rrule text,
  reason varchar(255) not null,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- Backtests: what a rule would have raised.
create table mon_rule_simulation (
  id text primary key,
  user_id text not null,
  body jsonb not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  state varchar(10) not null default 'waiting',
  progress smallint not null default 0,
  result jsonb,
  error text,
  create_time timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index mon_rule_simulation_state on mon_rule_simulation (state, create_time);
