-- A window can be ended before its time, also one that comes again; iCalendar's UNTIL only says which one begins last.
alter table mon_suppression add column ended_at timestamptz;
create index mon_suppression_from on mon_suppression (from_ts) where del_flag = 0;
