-- What is usual for a channel at each hour of the week (domain §7.6), reckoned at night for channels that a rule asks it of.
create table mon_baseline (
  channel_no int primary key,
  device_no int not null,
  -- Null until it was reckoned.
  reckoned_at timestamptz,
  -- Monday 00:00 GMT+8 first; empty with less than three days of data.
  medians float8[] not null default '{}',
  sigmas float8[] not null default '{}',
  check (cardinality(medians) in (0, 168) and cardinality(sigmas) = cardinality(medians))
);
