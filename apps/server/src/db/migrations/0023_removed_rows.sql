-- What a deletion took, kept for whoever takes it back: the row as it stood, with what versions and the log never hold,
-- and the rows of other tables that the database deleted along with it.

create table sys_removed_row (
  data_table varchar(64) not null,
  data_id text not null,
  content jsonb not null,
  companions jsonb not null, -- [{"table": …, "rows": […]}], referenced tables first
  removed_at timestamptz not null default now(),
  primary key (data_table, data_id)
);
create index sys_removed_row_time on sys_removed_row (removed_at);
