-- WeChat products (domain §3.14): what the public account is given to publish, who wrote, approved and recalled it.
create table mon_wx_product (
  id text primary key,
  no varchar(32) not null unique,
  type varchar(8) not null check (type in ('daily', 'weekly', 'warning', 'map', 'article', 'qa', 'survey')),
  title varchar(64) not null,
  summary varchar(120) not null default '',
  severity smallint check (severity between 1 and 5),
  -- What a warning rests on: an alarm or an NBC event.
  cause_kind varchar(5) check (cause_kind in ('alarm', 'nbc')),
  cause_id text,
  cause_no text,
  audience varchar(11) not null default 'public' check (audience in ('public', 'subscribers', 'tag')),
  -- Empty = the whole country. With the prefixes of whoever began it, it says of what network the figures are taken.
  region_code varchar(6) not null default '',
  sys_org_code varchar(64) not null,
  scope_prefixes text[] not null default '{}',
  drill boolean not null default false,
  -- {path, wide, square}
  cover jsonb,
  blocks jsonb not null,
  -- {takenMs, figures by block}
  snapshot jsonb not null,
  state varchar(10) not null default 'draft' check (state in ('draft', 'in_review', 'approved', 'scheduled', 'publishing',
    'published', 'returned', 'failed', 'recalled', 'archived')),
  -- Whoever decides names the version they saw; each change makes the next one.
  version int not null default 1,
  -- Of the text: each save that says something makes the next one.
  content_no int not null default 1,
  approved_no int,
  published_no int,
  edit_by text not null,
  edit_name text not null,
  submitted_by text,
  submitted_name text,
  submitted_at timestamptz,
  approved_by text,
  approved_name text,
  approved_at timestamptz,
  schedule_at timestamptz,
  publish_at timestamptz,
  recall_at timestamptz,
  -- When the account confirmed that it is gone.
  removed_at timestamptz,
  reason varchar(300),
  -- When a worker has to look at it next, and not before: whoever takes it moves it on. Null = never.
  look_at timestamptz,
  trouble varchar(200),
  attempts int not null default 0,
  draft_id text,
  -- Set before the draft is handed in: with it and without a publish id nobody knows whether the account took it.
  submitting_at timestamptz,
  wx_publish_id text,
  article_id text,
  url text,
  read_n int not null default 0,
  like_n int not null default 0,
  share_n int not null default 0,
  fav_n int not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  check (type = 'warning' or severity is null),
  check ((cause_kind is null) = (cause_id is null)),
  check (approved_by <> edit_by),
  check (state not in ('approved', 'scheduled', 'publishing', 'published') or approved_by is not null),
  -- 演练 never leaves the house.
  check (not drill or state in ('draft', 'in_review', 'returned', 'approved', 'archived'))
);
create index mon_wx_product_look on mon_wx_product (look_at) where look_at is not null;
create index mon_wx_product_list on mon_wx_product (update_time desc, id desc);
create index mon_wx_product_state on mon_wx_product (state, update_time desc);
create index mon_wx_product_release on mon_wx_product ((coalesce(publish_at, schedule_at)))
  where coalesce(publish_at, schedule_at) is not null;

-- Every text a product had, and who wrote it.
create table mon_wx_product_version (
  product_id text not null references mon_wx_product,
  no int not null,
  at timestamptz not null,
  editor text not null,
  editor_name text not null,
  title varchar(64) not null,
  summary varchar(120) not null,
  blocks jsonb not null,
  snapshot jsonb not null,
  primary key (product_id, no)
);

-- What became of a product, and by whom.
create table mon_wx_product_log (
  id bigint generated always as identity primary key,
  product_id text not null references mon_wx_product,
  at timestamptz not null,
  action varchar(12) not null,
  from_state varchar(10),
  to_state varchar(10) not null,
  who text not null,
  note varchar(300) not null default ''
);
create index mon_wx_product_log_product on mon_wx_product_log (product_id, id);
create function mon_wx_product_trail_stays() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger mon_wx_product_version_stays before update or delete on mon_wx_product_version
  for each row execute function mon_wx_product_trail_stays();
create trigger mon_wx_product_log_stays before update or delete on mon_wx_product_log
  for each row execute function mon_wx_product_trail_stays();

-- Readers since publication, as they stood at the end of a day (GMT+8), or at the last look of the running one.
create table mon_wx_product_stat (
  product_id text not null references mon_wx_product,
  day date not null,
  read_n int not null,
  like_n int not null,
  share_n int not null,
  fav_n int not null,
  primary key (product_id, day)
);

-- Numbers of a day: WP-YYYYMMDD-nnn. Two at once get two.
create table mon_wx_product_number (
  day date primary key,
  n int not null
);
