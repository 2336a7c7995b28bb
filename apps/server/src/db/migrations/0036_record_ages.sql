-- What is older than it is kept is deleted every hour: rows lie in the order of their time, so a block range tells where they are.
create index mon_sample_conflict_age on mon_sample_conflict using brin (ts);
create index mon_late_mark_age on mon_late_mark using brin (bucket);
create index mon_gap_age on mon_gap using brin (t_to);
create index mon_device_status_log_age on mon_device_status_log using brin (ts);
create index mon_ingest_counter_age on mon_ingest_counter using brin (hour);
create index mon_device_event_age on mon_device_event using brin (rx);
create index mon_blob_sample_age on mon_blob_sample using brin (rx);
