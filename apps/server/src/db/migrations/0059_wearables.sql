-- Who wears what, and what it says of them (domain §3.11, §5.7).

-- Intervals (bound_from, bound_to]: no two of one device or of one person overlap, and samples outside of all belong to nobody.
create table mon_wearable_binding (
  id text primary key,
  device_id text not null references mon_device,
  subject_id text not null references mon_subject,
  site varchar(6) not null check (site in ('wrist', 'chest', 'finger')),
  -- Ward, team or floor; never a bed or a house number.
  unit varchar(40) not null,
  -- By which a clinician ordered SpO2 scale 2.
  scale_order varchar(40),
  bound_from timestamptz not null,
  bound_to timestamptz,
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz,
  check (bound_to > bound_from)
);
create unique index mon_wearable_binding_device on mon_wearable_binding (device_id) where bound_to is null;
create unique index mon_wearable_binding_subject on mon_wearable_binding (subject_id) where bound_to is null;
create index mon_wearable_binding_past on mon_wearable_binding (subject_id, bound_from desc);

-- Medians of five minutes that end at ts, with the score of what was known then. Null = not known.
create table mon_vital_window (
  subject_id text not null,
  ts timestamptz not null,
  binding_id text not null,
  hr float8, spo2 float8, rr float8, temp float8, skin float8,
  -- Valid samples of the pulse: none = not worn.
  hr_n smallint not null,
  sbp float8, on_oxygen boolean, consciousness char(1),
  spo2_scale smallint not null,
  -- Points in the order of domain/news2.
  points smallint[] not null,
  total smallint not null,
  severity smallint,
  -- Not scored at all: minor or pregnant.
  excluded boolean not null,
  primary key (subject_id, ts)
);
create index mon_vital_window_ts on mon_vital_window using brin (ts);

-- What a nurse measured. Never changed: what was wrong is entered again.
create table mon_vital_entry (
  id text primary key,
  subject_id text not null references mon_subject,
  ts timestamptz not null,
  sbp float8 not null,
  dbp float8 not null,
  on_oxygen boolean not null,
  consciousness char(1) not null check (consciousness in ('A', 'C', 'V', 'P', 'U')),
  spo2_scale smallint not null check (spo2_scale in (1, 2)),
  made_by text not null,
  made_name text not null,
  made_at timestamptz not null default now()
);
create index mon_vital_entry_subject on mon_vital_entry (subject_id, ts desc);
create trigger append_only before update or delete or truncate on mon_vital_entry
  for each statement execute function refuse_change();

-- How far the windows are reckoned; whoever locks the row reckons on.
create table mon_vital_turn (id int primary key check (id = 1), done_to timestamptz not null);
