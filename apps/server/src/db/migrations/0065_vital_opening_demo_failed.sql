-- Whoever falls ill while nobody reckons is told of afterwards (ADR 0063), but not whoever was ill before there was anybody to tell.

-- Up to here windows lay in the past when the first of them was reckoned; null = that was before this was noted.
alter table mon_vital_turn add column opened_to timestamptz;

-- A part of the demonstration that cannot be loaded keeps no start from coming up: it is noted, and tried once more with the next.
alter table mon_demo_load
  add column failed_at timestamptz,
  add column failures smallint not null default 0;
