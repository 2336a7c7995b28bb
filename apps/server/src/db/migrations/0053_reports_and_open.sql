-- Reports: what is made by a timetable or by hand, and what was made (domain §3.15).
create table mon_report_def (
  id text primary key,
  name varchar(80) not null,
  kind varchar(16) not null check (kind in ('air_hour', 'air_day', 'station_month', 'alarm_week', 'device_month')),
  status varchar(3) not null default 'on' check (status in ('on', 'off')),
  -- Comes with the product: everybody may run it, whoever sees the whole network may change it.
  is_builtin boolean not null default false,
  -- Null = by hand only.
  cron varchar(200),
  next_run_at timestamptz,
  place varchar(8) not null default 'city' check (place in ('city', 'station')),
  -- GB/T 2260 prefix; empty = all that its scope has.
  region varchar(6) not null default '',
  station_id text references mon_station on delete set null,
  formats text[] not null default '{html}',
  -- User names, joined by comma.
  receivers text not null default '',
  -- Under which scope the timetable makes it: that of whoever wrote it, no wider.
  sys_org_code varchar(64) not null,
  scope_prefixes text[] not null,
  sort_no int not null default 10,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  del_flag smallint not null default 0
);
create index mon_report_def_due on mon_report_def (next_run_at) where status = 'on' and del_flag = 0;

create table mon_report_run (
  id text primary key,
  def_id text not null references mon_report_def,
  kind varchar(16) not null,
  name varchar(80) not null,
  -- Of (period_from, period_to].
  period_from timestamptz not null,
  period_to timestamptz not null check (period_to > period_from),
  place varchar(8) not null,
  region varchar(6) not null,
  station_id text,
  -- What it was made of: rows of this scope alone, and seen by nobody with a narrower one.
  sys_org_code varchar(64) not null,
  scope_prefixes text[] not null,
  -- The scope as one value, for the indexes below.
  scope_key text not null,
  -- Counted by period and scope of a definition; the highest that is done stands, those below are 已被修订.
  revision int not null,
  cause varchar(8) not null check (cause in ('manual', 'schedule', 'revise')),
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress smallint not null default 0 check (progress between 0 and 100),
  touched_at timestamptz,
  -- The report itself; null until it is done.
  document jsonb,
  fingerprint bytea,
  -- The database as it was read, by its own name.
  snapshot text,
  rows int,
  ms int,
  error varchar(200),
  requested_by text,
  create_time timestamptz not null default now(),
  done_at timestamptz,
  checked_at timestamptz,
  -- When it was found that the same report would say something else now, and what.
  stale_at timestamptz,
  stale_text varchar(300),
  check ((state = 'done') = (document is not null and fingerprint is not null and done_at is not null)),
  unique (def_id, period_from, period_to, scope_key, revision)
);
-- Asked for twice at once it is made once: the second one is shown the first.
create unique index mon_report_run_under_way on mon_report_run (def_id, period_from, period_to, scope_key)
  where state in ('waiting', 'running');
create index mon_report_run_of on mon_report_run (def_id, period_to desc, revision desc);
create index mon_report_run_waiting on mon_report_run (create_time) where state in ('waiting', 'running');

-- Files of runs: made of the document, kept for a while, and made again when somebody asks.
create table mon_report_file (
  run_id text not null references mon_report_run on delete cascade,
  format varchar(4) not null check (format in ('html', 'pdf', 'xlsx', 'csv')),
  store_key text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  create_time timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (run_id, format)
);
create index mon_report_file_expiry on mon_report_file (expires_at);

-- Open interface: what may be read by whom (domain §3.15).
create table mon_publication (
  id text primary key,
  name varchar(80) not null,
  status varchar(3) not null default 'on' check (status in ('on', 'off')),
  -- Figures are told so long after their time.
  delay_min int not null default 0 check (delay_min between 0 and 525600),
  level varchar(8) not null check (level in ('raw', 'reviewed', 'approved')),
  formats text[] not null default '{json,csv}',
  -- Metric codes; none = all.
  metrics text[] not null default '{}',
  remark varchar(300),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  del_flag smallint not null default 0
);

create table mon_api_token (
  id text primary key,
  name varchar(80) not null,
  -- SHA-256; the token itself is shown once and kept nowhere.
  token_hash bytea not null unique,
  -- Its last four characters, by which people tell tokens apart.
  hint varchar(8) not null,
  publication_id text not null references mon_publication,
  scopes text[] not null,
  -- GB/T 2260 prefixes; none = all that the maker sees.
  region_prefixes text[] not null default '{}',
  rate_per_min int not null check (rate_per_min between 1 and 6000),
  expires_at timestamptz not null,
  -- Whose rights it has, never more. No reference: tokens of deleted accounts stay in the list, refused.
  user_id text not null,
  sys_org_code varchar(64) not null,
  create_by text,
  create_time timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text,
  -- The running minute: counted here, so that several processes share one rate.
  window_at timestamptz,
  window_n int not null default 0,
  last_used_at timestamptz,
  last_ip varchar(45),
  calls bigint not null default 0
);
create index mon_api_token_user on mon_api_token (user_id, create_time desc);
