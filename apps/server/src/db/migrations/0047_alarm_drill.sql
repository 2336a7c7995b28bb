-- 演练: an alarm that somebody starts. It ends by itself at the latest then; nothing of it leaves the console.
alter table mon_alarm add column drill_until timestamptz;
alter table mon_alarm add constraint mon_alarm_drill_until check (drill or drill_until is null);
