-- When the device was at its last known place: a position that arrives late, at whichever process, does not replace it.
alter table mon_device_state add column place_ts timestamptz;
update mon_device_state set place_ts = last_seen where lng is not null;

-- Connections each process has just lost: a broken path to many devices shows only in their sum.
alter table mon_listener add column losses int not null default 0;
