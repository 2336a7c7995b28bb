-- Air quality index of hours and days (HJ 633, domain §5.2): of stations, and of cities out of their stations.

-- `means`, `counts`, `shown` and `iaqi` hold one entry for each item of domain/aqi (HOUR_ITEMS, DAY_ITEMS).
create table mon_aqi (
  -- End of the hour, or of the GMT+8 day.
  t timestamptz not null,
  computed_at timestamptz not null,
  -- Unrounded, in the published unit; null = invalid or missing. A city's are the means of its stations'.
  means double precision[] not null,
  -- As the report of the row's standard prints them; null where it does not.
  shown double precision[] not null,
  place_id text not null,
  rev int not null default 1,
  -- Valid hours behind a mean (of a city: stations); null = not measured there.
  counts smallint[] not null,
  iaqi smallint[] not null,
  -- Items with the greatest index, when the AQI is above 50.
  leading_items smallint[] not null,
  standard smallint not null check (standard in (2012, 2026)),
  -- Null = not published (NA).
  aqi smallint,
  -- Of a city: how many stations it is evaluated by.
  stations smallint,
  span char(1) not null check (span in ('h', 'd')),
  place_kind char(1) not null check (place_kind in ('s', 'c')),
  primary key (span, place_kind, place_id, t)
);
create index mon_aqi_t on mon_aqi (span, t, place_kind);

-- What a report said before it was computed anew with another result.
create table mon_aqi_revision (
  like mon_aqi,
  replaced_at timestamptz not null,
  primary key (span, place_kind, place_id, t, rev)
);

-- Hours of a place and GMT+8 day that are stale. Written in the transaction that changes what they are made of, deleted in the one
-- that writes them: whoever works on a mark holds its lock.
create table mon_aqi_mark (
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  due_at timestamptz not null,
  day date not null,
  -- Running means reach into the hours after it; not when those are marked by themselves.
  spreads boolean not null,
  place_kind char(1) not null check (place_kind in ('s', 'c')),
  place_id text not null,
  primary key (place_kind, place_id, day)
);
create index mon_aqi_mark_due on mon_aqi_mark (place_kind, day, due_at);

-- Up to when each turn of the clock was taken, so that one process takes it.
create table mon_aqi_clock (
  turn varchar(8) primary key,
  at timestamptz not null
);
insert into mon_aqi_clock (turn, at) values ('h05', 'epoch'), ('h20', 'epoch'), ('d0030', 'epoch'), ('d1130', 'epoch'), ('past', 'epoch');
