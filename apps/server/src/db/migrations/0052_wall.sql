-- Walls: named four-corner screens. A screen belongs to the department of whoever made it.
create table mon_wall_screen (
  id text primary key,
  name varchar(40) not null,
  stale_s int check (stale_s between 5 and 86400),
  has_sound boolean not null default false,
  note varchar(255),
  sys_org_code varchar(64) not null,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- What a screen shows. Beside it and without a history: it changes with every key that somebody presses. It stays when the
-- screen is deleted, which may be taken back.
create table mon_wall_state (
  screen_id text primary key references mon_wall_screen on delete cascade,
  version bigint not null check (version > 0),
  state jsonb not null,
  update_by text,
  update_time timestamptz not null default now()
);

-- Tokens by which a screen shows itself without anybody being signed in.
create table mon_wall_token (
  id text primary key,
  screen_id text not null references mon_wall_screen on delete cascade,
  name varchar(40) not null,
  token_hash bytea not null unique,
  -- What the maker saw when it was made; it ends with the maker's account.
  maker_id text not null,
  org_code varchar(64) not null,
  region_prefixes text[] not null,
  create_time timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index mon_wall_token_screen on mon_wall_token (screen_id, create_time desc);
create index mon_wall_token_maker on mon_wall_token (maker_id);
