-- Samples of past days, some hundred of one channel a row (ADR 0040). No sample is in both tables, and no row of mon_sample
-- lies between the first and the last instant of a pack of its channel.
--
-- Of the i-th sample, i from 0: a null array stands for zeros, a null `slots` for i.
--   ts = t + slots[i] * step + dt[i]       ms
--   rx = ts + rx_base + rx[i]              ms
--   v  = (v_base + v[i]) / v_div
--   q  = q[i], or q_all for all of them
create table mon_sample_pack (
  t timestamptz not null,
  t_last timestamptz not null,
  v_base double precision not null,
  rx_base double precision not null,
  device_id int not null,
  channel_no int not null,
  n int not null,
  step int not null,
  v_div int not null,
  q_all smallint not null,
  -- The narrowest type that holds them exactly; at most one of each group is there.
  slots smallint[],
  dt2 smallint[], dt4 int[],
  v2 smallint[], v4 int[], v8 double precision[],
  rx2 smallint[], rx4 int[], rx8 double precision[],
  q smallint[],
  primary key (device_id, channel_no, t)
) partition by range (t);

-- Days of channels that samples came for so late that they may be packed already, or just now.
create table mon_pack_touched (
  -- of GMT+8, since 1970
  day int not null,
  device_id int not null,
  channel_no int not null,
  primary key (device_id, channel_no, day)
);

-- Every sample there is. Say part_from and part_to too when asking for a time: they choose the rows that are unpacked at all.
create view mon_samples as
select device_id, channel_no, ts, rx, v, q, ts as part_from, ts as part_to
from mon_sample
union all
select pack.device_id, pack.channel_no, sample.ts,
       sample.ts + (pack.rx_base + coalesce(sample.rx, 0)) * interval '1 millisecond',
       (pack.v_base + coalesce(sample.v, 0)) / pack.v_div,
       coalesce(sample.q, pack.q_all),
       pack.t, pack.t_last
from mon_sample_pack pack
cross join lateral (
  select pack.t + (coalesce(slot::float8, i) * pack.step + coalesce(dt, 0)) * interval '1 millisecond' as ts, v, rx, q
  from rows from (
    generate_series(0, pack.n - 1),
    unnest(pack.slots),
    unnest(coalesce(pack.dt4, pack.dt2::int[])),
    unnest(coalesce(pack.v8, pack.v4::float8[], pack.v2::float8[])),
    unnest(coalesce(pack.rx8, pack.rx4::float8[], pack.rx2::float8[])),
    unnest(pack.q)
  ) as item (i, slot, dt, v, rx, q)
) as sample;
