-- Persons who are measured, and breath tests (domain §3.10, ADR 0056). Ids of these rows are random: a snowflake would tell the time.

create table mon_subject (
  id text primary key,
  -- `B-` and ten characters of Crockford's base32.
  subject_code varchar(12) not null unique check (subject_code ~ '^B-[0-9A-HJKMNP-TV-Z]{10}$'),
  age_band varchar(5) check (age_band in ('0-4', '5-11', '12-17', '18-39', '40-59', '60-74', '75+')),
  sex varchar(7) not null default 'unknown' check (sex in ('male', 'female', 'unknown')),
  height_band varchar(7) check (height_band in ('<120', '120-149', '150-164', '165-179', '>=180')),
  smoker boolean,
  pregnant boolean,
  conditions text[] not null default '{}',
  consent_id varchar(40),
  consent_scope text[] not null default '{}',
  -- City level, never finer.
  region_code varchar(6) not null check (region_code ~ '^\d{4}00$'),
  sys_org_code varchar(64) not null,
  create_by text,
  create_time timestamptz not null default now()
);
create index mon_subject_region on mon_subject (region_code);

-- Who saw what of persons unmasked: one line a read.
create table mon_health_access (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id text not null,
  user_name text not null,
  ip varchar(45),
  -- list, detail, export, code, reid
  kind varchar(12) not null,
  -- What was asked for: breath_test, wearable …
  object varchar(40) not null,
  subject_ids text[] not null,
  rows int not null
);
create index mon_health_access_at on mon_health_access (at);
create trigger append_only before update or delete or truncate on mon_health_access
  for each statement execute function refuse_change();

-- Re-identification: asked for by one person, granted by another, seen once within ten minutes.
create table mon_reid_request (
  id text primary key,
  subject_id text not null references mon_subject,
  reason varchar(300) not null,
  case_no varchar(60) not null,
  state varchar(8) not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'viewed')),
  requested_by text not null,
  requested_name text not null,
  requested_at timestamptz not null default now(),
  decided_by text,
  decided_name text,
  decided_at timestamptz,
  decide_note varchar(300),
  viewed_at timestamptz,
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  check ((state = 'waiting') = (decided_by is null)),
  check ((state = 'viewed') = (viewed_at is not null)),
  constraint mon_reid_two_people check (decided_by <> requested_by)
);
create index mon_reid_request_at on mon_reid_request (requested_at desc);

-- The vault: identity sealed with a key that the database does not have. Rows go in and out by the functions alone, which work
-- as the owner of the schema: a role the server is not (platform/db/vault-owner).
create schema mon_vault;
create table mon_vault.identity (
  subject_id text primary key,
  sealed text not null check (sealed like 'v1.%'),
  written_by text not null,
  written_at timestamptz not null default now()
);
create function mon_vault.put(subject text, sealed_text text, author text) returns void
  language sql security definer set search_path = mon_vault, pg_temp as $$
    insert into mon_vault.identity (subject_id, sealed, written_by) values (subject, sealed_text, author)
    on conflict (subject_id) do update set sealed = excluded.sealed, written_by = excluded.written_by, written_at = now()
  $$;
create function mon_vault.holds(subject text) returns boolean
  language sql stable security definer set search_path = mon_vault, pg_temp as $$
    select exists (select from mon_vault.identity where subject_id = subject)
  $$;
-- The request is used up by the statement that gives the text: of two at once one gets it.
create function mon_vault.open_once(request text, viewer text)
  returns table (subject_id text, sealed text)
  language plpgsql security definer set search_path = mon_vault, pg_temp as $$
  #variable_conflict use_column
  declare
    found_subject text;
  begin
    update public.mon_reid_request as r set state = 'viewed', viewed_at = now()
      where r.id = request and r.requested_by = viewer and r.state = 'approved' and r.decided_by <> r.requested_by
        and r.decided_at > now() - interval '10 minutes'
      returning r.subject_id into found_subject;
    if found_subject is null then return; end if;
    return query select i.subject_id, i.sealed from mon_vault.identity as i where i.subject_id = found_subject;
  end $$;
revoke all on function mon_vault.put(text, text, text), mon_vault.holds(text), mon_vault.open_once(text, text) from public;

-- Model cards. What a score means belongs to its model's version.
create table mon_breath_model (
  id text primary key,
  name varchar(40) not null,
  version varchar(20) not null,
  method varchar(20) not null,
  sensitivity float8 not null check (sensitivity between 0 and 1),
  sensitivity_low float8 not null,
  sensitivity_high float8 not null,
  specificity float8 not null check (specificity between 0 and 1),
  specificity_low float8 not null,
  specificity_high float8 not null,
  trained_on int not null,
  population varchar(200) not null,
  -- Scores from `cut_off` on are presumptive, from `doubt_from` on indeterminate.
  cut_off float8 not null,
  doubt_from float8 not null check (doubt_from <= cut_off),
  variables text[] not null,
  source varchar(300) not null,
  unique (name, version)
);
insert into mon_breath_model values
  ('bm-voc5-23', 'VOC-5', 'v2.3.1', 'GC-MS', 0.912, 0.856, 0.949, 0.993, 0.988, 0.996, 2409, '18 岁以上', 0.62, 0.5,
   '{br_acetone,br_isoprene,br_acetald,br_butanone,br_hexanal}', '2022 年紧急使用授权所述研究（GC-MS，五种挥发物，2,409 人）'),
  ('bm-ims4-11', 'IMS-4', 'v1.1.0', 'GC-IMS', 0.861, 0.812, 0.901, 0.952, 0.939, 0.963, 1180, '12 岁以上', 0.7, 0.55,
   '{br_acetone,br_isoprene,br_acetald,br_hexanal}', '演示网络自拟，不作依据');

create table mon_breath_day (
  day date primary key,
  n int not null
);

create table mon_breath_test (
  id text primary key,
  no varchar(20) not null unique,
  -- The device's event it was made of; null = entered by a person.
  event_key bytea,
  subject_id text references mon_subject,
  -- No reference: devices are on every node of a cluster, tests with the coordinator.
  device_id text not null,
  station_id text references mon_station,
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  operator_by text,
  operator_name text,
  -- A plate of 96 in one screening session.
  session_no varchar(40),
  plate_pos smallint check (plate_pos between 1 and 96),
  method varchar(20) not null check (method in ('GC-MS', 'GC-IMS', 'PTR-MS', 'SIFT-MS', 'e-nose', 'electrochem')),
  status varchar(10) not null default 'created'
    check (status in ('created', 'sampling', 'analysing', 'resulted', 'reviewed', 'released', 'invalid', 'cancelled')),
  -- Rises with every change: whoever decides names the one they have seen.
  version int not null default 0,
  create_time timestamptz not null default now(),
  sample_ts timestamptz,
  -- What is told, filtered and sorted by without mon:health:view.
  sample_hour timestamptz generated always as (date_bin('1 hour', sample_ts, '2000-01-01Z')) stored,
  analyse_ts timestamptz,
  result_ts timestamptz,
  volume_ml float8,
  flow_mls float8,
  etco2 float8,
  ambient_voc float8,
  ambient_temp float8,
  ambient_rh float8,
  model_id text references mon_breath_model,
  verdict varchar(13) check (verdict in ('neg', 'presumptive', 'indeterminate')),
  score float8 check (score between 0 and 1),
  confidence float8 check (confidence between 0 and 1),
  -- Of side exits: why.
  exit_reason varchar(200),
  retest_of text references mon_breath_test,
  confirm_result varchar(8) check (confirm_result in ('positive', 'negative')),
  confirm_method varchar(40),
  confirm_ts timestamptz,
  reviewed_by text,
  reviewed_name text,
  reviewed_at timestamptz,
  review_note varchar(300),
  released_by text,
  released_name text,
  released_at timestamptz,
  release_note varchar(300),
  unique (device_id, event_key),
  constraint mon_breath_no_verdict check (status <> 'invalid' or verdict is null),
  constraint mon_breath_result check (status not in ('resulted', 'reviewed', 'released') or (verdict is not null and sample_ts is not null)),
  constraint mon_breath_reviewed check ((status in ('reviewed', 'released')) = (reviewed_by is not null)),
  constraint mon_breath_released check ((status = 'released') = (released_by is not null)),
  constraint mon_breath_two_people check (released_by <> reviewed_by)
);
create index mon_breath_test_hour on mon_breath_test (sample_hour desc nulls last, id);
create index mon_breath_test_time on mon_breath_test (sample_ts desc nulls last, id);
create index mon_breath_test_subject on mon_breath_test (subject_id, sample_ts desc);
-- One sample a well; a retest takes another one.
create unique index mon_breath_test_well on mon_breath_test (session_no, plate_pos)
  where plate_pos is not null and status <> 'cancelled';

create table mon_breath_value (
  test_id text not null references mon_breath_test on delete cascade,
  metric_code varchar(32) not null,
  value float8 not null,
  ambient_value float8,
  unit varchar(20) not null,
  primary key (test_id, metric_code)
);

-- What was decided about a verdict: the old one stays.
create table mon_breath_verdict (
  id bigint generated always as identity primary key,
  test_id text not null references mon_breath_test,
  at timestamptz not null default now(),
  old_verdict varchar(13),
  new_verdict varchar(13) not null,
  reason varchar(300) not null,
  user_id text not null,
  user_name text not null
);
create index mon_breath_verdict_test on mon_breath_verdict (test_id, id);
create trigger append_only before update or delete or truncate on mon_breath_verdict
  for each statement execute function refuse_change();

create table mon_breath_step (
  id bigint generated always as identity primary key,
  test_id text not null references mon_breath_test,
  at timestamptz not null default now(),
  status varchar(10) not null,
  action varchar(12) not null,
  note varchar(300),
  user_id text,
  user_name text not null
);
create index mon_breath_step_test on mon_breath_step (test_id, id);
create trigger append_only before update or delete or truncate on mon_breath_step
  for each statement execute function refuse_change();
