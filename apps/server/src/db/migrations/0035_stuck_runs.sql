-- Since when the newest value of a channel has been the same, and in how many samples: whether it is stuck is known after a
-- restart, and to the process that hears the device next. Null = not known.
alter table mon_latest add column run_since timestamptz, add column run_n int;
