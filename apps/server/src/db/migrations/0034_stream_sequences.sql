-- How many commits of samples each stream (device_no mod 16) has seen. Raised in the transaction that stores the samples, so
-- that whoever lives on messages of the bus knows what it has missed. Apart from mon_stream, whose rows are locked by leases.
create table mon_stream_seq (
  stream smallint primary key check (stream between 0 and 15),
  seq bigint not null default 0
) with (fillfactor = 50);
insert into mon_stream_seq (stream) select generate_series(0, 15);

-- What somebody may have reckoned with before it came or changed: the span of a channel within the hour that ends at `bucket`.
-- `seq` is that of the stream at the commit that touched it last: readers go on from the one they have read up to.
create table mon_late_mark (
  bucket timestamptz not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  seq bigint not null,
  device_id int not null,
  channel_no int not null,
  -- late: older than five minutes when it came; order: older than the newest of its channel; fin: replaced by a final value
  cause varchar(8) not null,
  primary key (device_id, channel_no, bucket, cause)
) with (fillfactor = 80);
create index mon_late_mark_seq on mon_late_mark ((device_id % 16), seq);

-- Where devices that move have been: mon_device_state keeps the last place only.
create table mon_track (
  ts timestamptz not null,
  rx timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  alt double precision,
  device_id int not null,
  primary key (device_id, ts)
) partition by range (ts);
