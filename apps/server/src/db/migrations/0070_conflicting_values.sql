-- Losing values of a sample are told apart by value: two of them may be received in the same millisecond, and the same one again
-- is no further conflict.
lock table mon_sample_conflict in access exclusive mode;
delete from mon_sample_conflict later using mon_sample_conflict earlier
where earlier.device_id = later.device_id and earlier.channel_no = later.channel_no and earlier.ts = later.ts
  and earlier.v = later.v and earlier.rx < later.rx;
alter table mon_sample_conflict drop constraint mon_sample_conflict_pkey;
alter table mon_sample_conflict add constraint mon_sample_conflict_pkey primary key (device_id, channel_no, ts, v);
