-- Alarms raised after the fact are told of together, once: the outbox row in which they are.
alter table mon_alarm add column digest_id text;
update mon_alarm set digest_id = id where historic;
create index mon_alarm_digest on mon_alarm (digest_id) where digest_id is not null;
create index mon_alarm_untold on mon_alarm (id) where historic and digest_id is null and not marked;
