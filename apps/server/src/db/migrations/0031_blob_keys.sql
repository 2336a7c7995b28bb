-- Two blobs of one channel, instant and kind are two: the key (id or hash of the message) tells them apart.
alter table mon_blob_sample
  add column key bytea not null default '',
  drop constraint mon_blob_sample_pkey,
  add primary key (device_id, channel_no, ts, kind, key);
alter table mon_blob_sample alter column key drop default;
