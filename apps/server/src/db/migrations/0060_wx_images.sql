-- Pictures that people send to the public account (domain §3.14).

-- Whatever came through the callback, once each: the platform sends again what it thinks was lost.
create table mon_wx_message (
  id bigint generated always as identity primary key,
  msg_id varchar(64) not null unique,
  kind varchar(12) not null check (kind in ('image', 'text', 'location')),
  -- Keyed hash of the sender; who that is stands nowhere in clear.
  openid_hash varchar(64) not null,
  received_at timestamptz not null,
  text varchar(500) not null default '',
  lng double precision,
  lat double precision
);
create index mon_wx_message_sender on mon_wx_message (openid_hash, received_at desc);

create table mon_wx_image (
  id text primary key,
  no varchar(32) not null unique,
  msg_id varchar(64) not null unique,
  channel varchar(8) not null default 'mp' check (channel in ('mp', 'mini', 'work')),
  openid_hash varchar(64) not null,
  -- Needed to answer within 48 hours; gone afterwards.
  openid_sealed text,
  received_at timestamptz not null,
  text varchar(500) not null default '',
  media_id varchar(200) not null,
  -- Shares of the original, of the copy without metadata, and of its small form.
  store_key text,
  copy_key text,
  copy_bytes int,
  copy_sha256 bytea,
  thumb_key text,
  thumb_bytes int,
  mime varchar(20),
  size_bytes int,
  sha256 bytea,
  width int,
  height int,
  -- The difference hash in four parts of 16 bits: each has an index, by which similar ones are found.
  band0 int,
  band1 int,
  band2 int,
  band3 int,
  exif jsonb,
  taken_at timestamptz,
  -- taken_at where it can be believed, else received_at: everything that happened "then" is asked for by it.
  shot_at timestamptz not null,
  exif_lng double precision,
  exif_lat double precision,
  wx_lng double precision,
  wx_lat double precision,
  loc_source varchar(8) not null default 'none' check (loc_source in ('exif', 'wechat', 'manual', 'none')),
  lng double precision,
  lat double precision,
  -- Of the station nearest to it; both decide who sees it.
  region_code varchar(6) not null,
  sys_org_code varchar(64) not null,
  category varchar(16) not null default 'other'
    check (category in ('smoke', 'odour', 'spill', 'dead_animal', 'instrument', 'other')),
  risk double precision not null default 0 check (risk between 0 and 1),
  doubts text[] not null default '{}',
  fault varchar(12),
  dup_of text references mon_wx_image,
  state varchar(12) not null default 'received'
    check (state in ('received', 'screening', 'pending', 'need_info', 'approved', 'rejected', 'archived')),
  -- Whoever decides names the version they saw; each change makes the next one.
  version int not null default 1,
  -- Covered parts of the copy; stated to be all there is when covered_at is set.
  areas jsonb not null default '[]',
  covered_by text,
  covered_at timestamptz,
  is_public boolean not null default false,
  reviewed_by text,
  reviewed_name text,
  reviewed_post text,
  reviewed_at timestamptz,
  review_note varchar(300) not null default '',
  alarm_id text,
  device_id text references mon_device,
  -- When a worker has to look at it next; whoever takes it moves it on. Null = never.
  look_at timestamptz,
  tries smallint not null default 0,
  trouble varchar(200),
  create_time timestamptz not null default now(),
  update_time timestamptz,
  -- What is public is covered.
  check (not is_public or (covered_at is not null and state in ('approved', 'archived')))
);
create index mon_wx_image_sealed on mon_wx_image (received_at) where openid_sealed is not null;
create index mon_wx_image_look on mon_wx_image (look_at) where look_at is not null;
create index mon_wx_image_state on mon_wx_image (state, received_at desc, id);
create index mon_wx_image_risk on mon_wx_image (state, risk desc, id);
create index mon_wx_image_received on mon_wx_image (received_at desc, id);
create index mon_wx_image_sha on mon_wx_image (sha256);
create index mon_wx_image_dup on mon_wx_image (dup_of) where dup_of is not null;
create index mon_wx_image_sender on mon_wx_image (openid_hash, received_at desc);
create index mon_wx_image_band0 on mon_wx_image (band0);
create index mon_wx_image_band1 on mon_wx_image (band1);
create index mon_wx_image_band2 on mon_wx_image (band2);
create index mon_wx_image_band3 on mon_wx_image (band3);

-- What became of a picture, and by whom.
create table mon_wx_image_log (
  id bigint generated always as identity primary key,
  image_id text not null references mon_wx_image,
  at timestamptz not null,
  action varchar(12) not null,
  from_state varchar(12),
  to_state varchar(12) not null,
  who text not null,
  note varchar(300) not null default ''
);
create index mon_wx_image_log_image on mon_wx_image_log (image_id, id);
create function mon_wx_image_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'mon_wx_image_log is append-only';
end $$;
create trigger mon_wx_image_log_append_only before update or delete on mon_wx_image_log
  for each row execute function mon_wx_image_log_is_append_only();

-- Answers to senders. They go out after the seconds in which a decision can be taken back.
create table mon_wx_reply (
  id text primary key,
  image_id text not null references mon_wx_image,
  text varchar(200) not null,
  state varchar(12) not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'cancelled')),
  due_at timestamptz,
  tries smallint not null default 0,
  trouble varchar(200),
  made_by text not null,
  made_at timestamptz not null,
  sent_at timestamptz
);
create index mon_wx_reply_due on mon_wx_reply (due_at) where due_at is not null;
create index mon_wx_reply_image on mon_wx_reply (image_id, made_at);

-- Numbers of a day: WXyyyyMMdd-nnnn. Two at once get two.
create table mon_wx_image_number (
  day date primary key,
  n int not null
);
