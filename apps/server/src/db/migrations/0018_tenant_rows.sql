-- Rows of a tenant are seen and written in that tenant alone (security §4, ADR 0025).

-- natim.tenant says whose rows a transaction works with: a tenant number, 0 = what belongs to none, 'system' = all, for
-- work that is nobody's. Without it no row is there. `using` asks once a statement, so that counting many rows stays
-- cheap; `with check` asks for each row, because a statement may set it with the row it writes.
alter table sys_file enable row level security, force row level security;
create policy tenant on sys_file
  using (
    tenant_id = (select nullif(nullif(current_setting('natim.tenant', true), ''), 'system')::int)
    or (select current_setting('natim.tenant', true) = 'system'))
  with check (current_setting('natim.tenant', true) in (tenant_id::text, 'system'));

alter table sys_log enable row level security, force row level security;
create policy tenant on sys_log
  using (
    tenant_id = (select nullif(nullif(current_setting('natim.tenant', true), ''), 'system')::int)
    or (select current_setting('natim.tenant', true) = 'system'))
  with check (current_setting('natim.tenant', true) in (tenant_id::text, 'system'));

alter table sys_data_log enable row level security, force row level security;
create policy tenant on sys_data_log
  using (
    tenant_id = (select nullif(nullif(current_setting('natim.tenant', true), ''), 'system')::int)
    or (select current_setting('natim.tenant', true) = 'system'))
  with check (current_setting('natim.tenant', true) in (tenant_id::text, 'system'));

-- Versions of a row are numbered across tenants: who counted his own only would give a number twice.
create function next_data_version(of_table text, of_id text) returns int language plpgsql as $$
declare
  outside text := coalesce(current_setting('natim.tenant', true), '');
  number int;
begin
  perform set_config('natim.tenant', 'system', true);
  select coalesce(max(data_version), 0) + 1 into number from sys_data_log
  where data_table = of_table and data_id = of_id;
  perform set_config('natim.tenant', outside, true);
  return number;
end $$;

-- Lists are lists of one tenant.
drop index sys_log_time;
create index sys_log_time on sys_log (tenant_id, create_time desc, id desc);
drop index sys_log_type_time;
create index sys_log_type_time on sys_log (tenant_id, log_type, create_time desc, id desc);
drop index sys_data_log_time;
create index sys_data_log_time on sys_data_log (tenant_id, create_time desc, id desc);
drop index sys_file_time;
create index sys_file_time on sys_file (tenant_id, create_time desc, id);
create index sys_file_private on sys_file (biz, create_time) where is_private;
