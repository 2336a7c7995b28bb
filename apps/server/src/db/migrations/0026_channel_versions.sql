-- What the samples of a channel mean, by the time from which it holds. A channel without versions was never changed:
-- what mon_channel says holds for all its time.
create table mon_channel_version (
  channel_no int not null references mon_channel (channel_no) on delete cascade,
  from_ts timestamptz not null,
  -- unitIn, scale, offset, rangeLo, rangeHi, lod, periodS, enabled, limitOverride
  body jsonb not null,
  create_by text,
  primary key (channel_no, from_ts)
);
