-- Samples of past days, some hundred of one channel a row (ADR 0040). No sample is in both tables, and no row of mon_sample
-- lies between the first and the last instant of a pack of its channel.
--
-- Of the i-th sample, i from 1: a null array stands for zeros, a null `slots` for i - 1.
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

-- Never compressed nor moved out of line, so that an element is read without the whole array; a row fits into a page.
alter table mon_sample_pack
  alter slots set storage plain, alter q set storage plain,
  alter dt2 set storage plain, alter dt4 set storage plain,
  alter v2 set storage plain, alter v4 set storage plain, alter v8 set storage plain,
  alter rx2 set storage plain, alter rx4 set storage plain, alter rx8 set storage plain;

-- Every sample there is. Say part_from and part_to too when asking for a time: they choose the rows that are unpacked at all.
create view mon_samples as
select device_id, channel_no, ts, rx, v, q, ts as part_from, ts as part_to
from mon_sample
union all
select device_id, channel_no, ts,
       ts + (rx_base + coalesce(rx2[i]::float8, rx4[i]::float8, rx8[i], 0)) * interval '1 millisecond',
       (v_base + coalesce(v2[i]::float8, v4[i]::float8, v8[i], 0)) / v_div,
       coalesce(q[i], q_all),
       t, t_last
from (
  select pack.*, i,
         t + (coalesce(slots[i], i - 1)::float8 * step + coalesce(dt2[i]::int, dt4[i], 0)) * interval '1 millisecond' as ts
  from mon_sample_pack pack
  cross join lateral generate_series(1, n) as i
) as item;
