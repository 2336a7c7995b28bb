-- Severities that are copied from alarms are written as plain numbers, so the database limits them as it does in mon_alarm.
alter table mon_alarm_outbox add check (severity between 1 and 5);
alter table mon_notify_delivery add check (severity between 1 and 5);
alter table mon_duty_handover_item add check (severity between 1 and 5);
