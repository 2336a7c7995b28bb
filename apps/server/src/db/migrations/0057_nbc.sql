-- 核生化 (domain §3.12): what is known of detectors beyond the device register, and what they told.
create table mon_nbc_profile (
  id text primary key,
  device_id text not null references mon_device,
  -- As the log names it; of a device it never changes.
  client_id varchar(64) not null,
  detector varchar(16) not null,
  energy_lo_kev double precision check (energy_lo_kev >= 0),
  energy_hi_kev double precision,
  library_version varchar(32),
  -- Days, GMT+8. When the device is to be calibrated stands in its own row.
  source_check date,
  source_due date,
  -- Of the instrument, in the unit of what it measures first: µSv/h, bars, counts a litre.
  alarm_l1 double precision,
  alarm_l2 double precision,
  alarm_l3 double precision,
  note varchar(255),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  del_flag smallint not null default 0,
  check (energy_hi_kev > energy_lo_kev)
);
create unique index mon_nbc_profile_device on mon_nbc_profile (device_id) where del_flag = 0;

-- 演练: while one runs, whoever belongs to its department, or below it, sees everything marked.
create table mon_nbc_drill (
  id text primary key,
  title varchar(80) not null,
  sys_org_code varchar(64) not null,
  started_by text not null,
  started_name text not null,
  started_at timestamptz not null,
  until_at timestamptz not null check (until_at > started_at),
  ended_at timestamptz,
  ended_name text
);
create unique index mon_nbc_drill_running on mon_nbc_drill (sys_org_code) where ended_at is null;

create table mon_nbc_event (
  id text primary key,
  -- NBC20261121-003: counted by day, GMT+8.
  day date not null,
  seq int not null,
  no text not null generated always as
    ('NBC' || lpad((extract(year from day))::int::text, 4, '0') || lpad((extract(month from day))::int::text, 2, '0')
      || lpad((extract(day from day))::int::text, 2, '0') || '-' || case when seq < 1000 then lpad(seq::text, 3, '0') else seq::text end) stored,
  type varchar(4) not null check (type in ('rad', 'chem', 'bio')),
  source varchar(8) not null check (source in ('device', 'alarm', 'drill')),
  device_id text not null references mon_device,
  device_no int not null,
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  ts timestamptz not null,
  -- Of what the device told: each becomes one event, once.
  event_key bytea,
  -- What the detector says, 1 is the gravest.
  level smallint not null check (level between 1 and 5),
  -- Another detector of its type told the same nearby.
  corroborated boolean not null default false,
  agent_class varchar(16),
  agent_name varchar(64),
  agent_confidence double precision check (agent_confidence between 0 and 1),
  bars smallint check (bars between 0 and 8),
  value double precision,
  unit varchar(16),
  isotopes jsonb not null default '[]',
  -- What the device told, as it came.
  told jsonb not null default '{}',
  -- Wind of the nearest station as it was then; null = none near enough.
  met jsonb,
  state varchar(16) not null default 'detected' check (state in ('detected', 'local_confirmed', 'lab_confirmed', 'rejected')),
  -- One detector that nobody has verified lifts it no higher than 3 (domain §3.8).
  severity smallint not null generated always as
    (case when corroborated or state in ('local_confirmed', 'lab_confirmed') then level else greatest(level, 3::smallint) end) stored,
  -- The next step as one person wants it, where it takes two.
  proposed_to varchar(16) check (proposed_to in ('local_confirmed', 'lab_confirmed', 'rejected')),
  proposed_by text,
  proposed_name text,
  proposed_at timestamptz,
  proposed_note varchar(500),
  proposed_reason varchar(16),
  reject_reason varchar(16),
  alarm_id text,
  drill_id text references mon_nbc_drill,
  version int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (day, seq),
  check ((proposed_to is null) = (proposed_by is null)),
  check ((source = 'drill') = (drill_id is not null)),
  check (drill_id is null or alarm_id is null)
);
create unique index mon_nbc_event_told on mon_nbc_event (device_no, ts, event_key) where source = 'device';
create unique index mon_nbc_event_alarm on mon_nbc_event (alarm_id) where source = 'alarm';
create index mon_nbc_event_ts on mon_nbc_event (ts desc);
create index mon_nbc_event_device on mon_nbc_event (device_id, ts desc);

-- Everything that was decided about an event, in order. Never changed, never deleted.
create table mon_nbc_event_step (
  event_id text not null references mon_nbc_event,
  seq int not null,
  ts timestamptz not null,
  actor text not null,
  actor_name text not null,
  action varchar(12) not null check (action in ('detect', 'corroborate', 'propose', 'decide', 'agree', 'decline', 'report')),
  from_state varchar(16),
  to_state varchar(16),
  note varchar(500),
  data jsonb not null default '{}',
  primary key (event_id, seq)
);
create function mon_nbc_event_step_stays() returns trigger language plpgsql as $$
begin
  raise exception 'mon_nbc_event_step is append-only';
end $$;
create trigger mon_nbc_event_step_stays before update or delete on mon_nbc_event_step
  for each row execute function mon_nbc_event_step_stays();

-- Reports 1 to 6 of an event: our own forms. What was sent stays as it is.
create table mon_nbc_report (
  id text primary key,
  event_id text not null references mon_nbc_event,
  kind smallint not null check (kind between 1 and 6),
  seq int not null,
  body jsonb not null,
  status varchar(5) not null default 'draft' check (status in ('draft', 'sent')),
  author text not null,
  author_name text not null,
  create_time timestamptz not null default now(),
  sent_by text,
  sent_name text,
  sent_at timestamptz,
  version int not null default 1,
  check ((status = 'sent') = (sent_at is not null)),
  unique (event_id, kind, seq)
);
create function mon_nbc_report_is_sent() returns trigger language plpgsql as $$
begin
  if old.status = 'sent' then
    raise exception 'mon_nbc_report is sent';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger mon_nbc_report_sent before update or delete on mon_nbc_report
  for each row execute function mon_nbc_report_is_sent();
