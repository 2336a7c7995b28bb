-- Stored files, and imports on their way from a sheet into a table (contract/30 §6, contract/00 §11).

-- The bytes lie in the file store under store_key; what the wire calls the path says nothing about where.
create table sys_file (
  id text primary key,
  path varchar(120) not null unique,      -- temp/{random}_{epoch ms}.png: what forms keep
  store_key varchar(200) not null unique, -- {tenant}/{biz}/{yyyymm}/{random}.png
  file_name varchar(255) not null,        -- as the user named it
  biz varchar(32) not null,
  mime_type varchar(100) not null,
  file_size int not null,
  sha256 bytea not null,
  owner_id text not null references sys_user (id),
  -- Only the owner reads it, with his session.
  is_private boolean not null default false,
  tenant_id int not null default 0,
  sys_org_code varchar(64),
  create_by text not null,
  create_time timestamptz not null default now()
);
create index sys_file_owner on sys_file (owner_id);
create index sys_file_time on sys_file (create_time);

create table sys_import_job (
  id text primary key,
  entity varchar(32) not null,
  owner_id text not null references sys_user (id) on delete cascade,
  file_name varchar(255) not null,
  -- Whether rows the register has already may change there.
  updates boolean not null,
  phase varchar(12) not null,
  done int not null default 0,
  total int not null default 0,
  headings jsonb not null default '[]',
  mapping jsonb not null default '{}',
  message text not null default '',
  -- Moves while somebody works on it: a job that stands still in a working phase was left behind.
  touched_at timestamptz not null default now(),
  create_time timestamptz not null default now()
);
create index sys_import_job_time on sys_import_job (create_time);

-- Unlogged: after a crash the file is simply read again.
create unlogged table sys_import_row (
  job_id text not null,
  row_no int not null,
  -- Texts as they stood in the sheet, one a heading. Rows of a second file are numbered from 2000000 on.
  cells jsonb not null,
  -- Texts the user put in their place, by column key.
  mended jsonb not null default '{}',
  kind varchar(8),
  -- What identifies the row in the register, as checked.
  natural_key text,
  -- The parsed form of a row that may go in.
  form jsonb,
  errors jsonb not null default '{}',
  before jsonb not null default '{}',
  primary key (job_id, row_no)
);
create index sys_import_row_kind on sys_import_row (job_id, kind, row_no);
create index sys_import_row_key on sys_import_row (job_id, natural_key);
