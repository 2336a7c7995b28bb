-- Conflicting values, gaps, status changes and refusals by month of GMT+8 as mon_track, so that expired ones are dropped and not
-- deleted (ADR 0068). The default partition takes the rows of months that have no partition yet: none is ever refused.

-- Processes of the previous version may be writing: what they commit during the copy would be lost.
lock table mon_sample_conflict, mon_gap, mon_device_status_log, mon_ingest_counter in access exclusive mode;

create function natim_by_month(old text, at text, key text) returns void language plpgsql as $$
declare
  parent text := old || '_by_month';
  rest text := old || '_default';
  month timestamp;
  privilege record;
begin
  execute format('create table %I (like %I including defaults including constraints, constraint %I primary key (%s))
    partition by range (%I)', parent, old, parent || '_pkey', key, at);
  execute format('create table %I partition of %I default', rest, parent);
  for month in execute format('select distinct date_trunc(''month'', %1$I at time zone interval ''8 hours'') from %2$I
    where %1$I >= ''1970-01-01 00:00+08'' and %1$I < ''9999-01-01 00:00+08''', at, old)
  loop
    execute format('create table %I partition of %I for values from (%L) to (%L)', old || to_char(month, '"_"YYYYMM'), parent,
      month at time zone interval '8 hours', (month + interval '1 month') at time zone interval '8 hours');
  end loop;
  execute format('insert into %I select * from %I', parent, old);
  for privilege in select privilege_type as kind, case grantee when 0 then 'public' else grantee::regrole::text end as grantee,
    case when is_grantable then 'with grant option' else '' end as option from pg_class, aclexplode(relacl) where oid = old::regclass
  loop
    execute format('grant %s on %I to %s %s', privilege.kind, parent, privilege.grantee, privilege.option);
  end loop;
  execute format('drop table %I', old);
  execute format('alter table %I rename to %I', parent, old);
  execute format('alter table %I rename constraint %I to %I', old, parent || '_pkey', old || '_pkey');
end $$;

select natim_by_month('mon_sample_conflict', 'ts', 'device_id, channel_no, ts, rx'),
  natim_by_month('mon_gap', 't_from', 'device_id, channel_no, t_from'),
  natim_by_month('mon_device_status_log', 'ts', 'device_id, ts, to_val'),
  natim_by_month('mon_ingest_counter', 'hour', 'device_id, hour, code');
drop function natim_by_month;

create index mon_gap_open on mon_gap (device_id, channel_no) where t_to is null;
