-- What a mean may be judged by, beside the mean. Rows from before know nothing of it: cover_s is null, and unknown is
-- what pages say. cover_s is null, too, for channels that have no period of their own.
--
-- cover_s: seconds that valid samples speak for, by the period in force then; at most the hour's own 3600.
-- valid_hours: hours of a day with cover_s >= 2700; null below a day.
-- a_n, a_sum, a_max: the same as n_valid, v_sum, v_max over what may raise alarms, over-range values cut to the range.
-- Null = no different, which nearly all rows are: a null costs a bit.
-- n_cal … n_lod: samples by cause; null = none.
-- is_loaded: made elsewhere (the demonstration network), of more samples than are stored here.
alter table mon_r1m
  add column cover_s int, add column valid_hours smallint, add column is_loaded boolean,
  add column a_n int, add column a_sum double precision, add column a_max double precision,
  add column n_cal int, add column n_invalid int, add column n_late int, add column n_est int, add column n_lod int;
alter table mon_r1h
  add column cover_s int, add column valid_hours smallint, add column is_loaded boolean,
  add column a_n int, add column a_sum double precision, add column a_max double precision,
  add column n_cal int, add column n_invalid int, add column n_late int, add column n_est int, add column n_lod int;
alter table mon_r1d
  add column cover_s int, add column valid_hours smallint, add column is_loaded boolean,
  add column a_n int, add column a_sum double precision, add column a_max double precision,
  add column n_cal int, add column n_invalid int, add column n_late int, add column n_est int, add column n_lod int;
