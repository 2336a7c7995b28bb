-- Windows of vital signs are reckoned again where samples came late or were replaced (ADR 0062).

-- How far the late marks of each stream were read, from the oldest that is kept.
create table mon_vital_late_cursor (
  stream smallint primary key check (stream between 0 and 15),
  seq bigint not null default 0
);
insert into mon_vital_late_cursor (stream) select generate_series(0, 15);

-- When that was; null after a pause, since samples may still have been waiting to be stored.
alter table mon_vital_turn add column reckoned_at timestamptz;
