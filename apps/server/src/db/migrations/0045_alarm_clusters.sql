-- Alarms that stand close together fold into one (domain §3.8, cluster): it is an alarm of its own, and they name it.
alter table mon_alarm
  add column is_cluster boolean not null default false,
  add column parent_id text references mon_alarm (id),
  -- Since when it is active again, where it went on within half an hour; trigger_ts stays what began it.
  add column reopened_ts timestamptz;
create index mon_alarm_parent on mon_alarm (parent_id) where parent_id is not null;
-- What of a rule may still count for a cluster.
create index mon_alarm_rule_active on mon_alarm (rule_id) where active and not historic;
