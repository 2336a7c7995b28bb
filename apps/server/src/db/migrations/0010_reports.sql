-- Online reports (contract/30 §5): statements administrators write, and the only things those may read.

create table sys_report (
  id text primary key,
  code varchar(50) not null unique,
  name varchar(80) not null,
  cgr_sql text not null,
  -- Permission code needed to read it.
  permission varchar(64) not null,
  content varchar(500) not null default '',
  version int not null default 1,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

create table sys_report_item (
  report_id text not null references sys_report (id) on delete cascade,
  order_num int not null,
  field_name varchar(63) not null,
  field_txt varchar(60) not null,
  field_type varchar(10) not null,
  field_width int,
  align varchar(10) not null,
  is_show boolean not null,
  is_order boolean not null,
  is_search boolean not null,
  search_mode varchar(10) not null,
  is_folded boolean not null,
  dict_code varchar(200) not null,
  primary key (report_id, field_name)
);

create table sys_report_param (
  report_id text not null references sys_report (id) on delete cascade,
  order_num int not null,
  param_name varchar(63) not null,
  param_txt varchar(60) not null,
  param_value varchar(200) not null,
  primary key (report_id, param_name)
);

-- What statements may read. Each view holds no personal or secret column and shows the reader what his scope shows him:
-- the settings natim.scope_* are made for each run, before the role changes, and nothing a statement may call sets one.
create schema report;

create function report.sees(region_code text, org_code text) returns boolean
language sql stable parallel safe
as $$
  select case
    when coalesce(current_setting('natim.scope_org', true), '') = '' then false
    when coalesce(current_setting('natim.scope_regions', true), '') = '' then
      org_code = current_setting('natim.scope_org', true)
    else starts_with(org_code, current_setting('natim.scope_org', true)) and exists (
      select from unnest(string_to_array(current_setting('natim.scope_regions', true), ',')) as prefix
      where prefix = '*' or starts_with(region_code, prefix))
  end
$$;

create view report.station with (security_barrier) as
select id, code, name, short_name, station_type, region_code, sys_org_code as org_code, lng, lat, address, func_zone,
  population5km, status, create_time
from public.mon_station
where del_flag = 0 and report.sees(region_code, sys_org_code);

create view report.device with (security_barrier) as
select device.id, device.client_id, device.name, device.kind, model.name as model_name, device.station_id,
  device.region_code, device.sys_org_code as org_code, device.lng, device.lat, device.serial_no, device.asset_no,
  device.installed_at, device.warranty_until, device.next_calib_date, device.health_score,
  case when device.retired_at is not null then 'retired' else coalesce(state.status, 'inactive') end as status,
  state.last_seen, device.create_time
from public.mon_device as device
join public.mon_device_model as model on model.id = device.model_id
left join public.mon_device_state as state on state.device_id = device.device_no
where device.del_flag = 0 and report.sees(device.region_code, device.sys_org_code);

create view report.depart with (security_barrier) as
select id, parent_id, depart_name, org_code, org_category, region_code, depart_order
from public.sys_depart
where del_flag = '0';

-- Names as the pickers of people show them; neither telephone nor mail nor anything that opens an account.
create view report.person with (security_barrier) as
select person.id, person.username, person.realname, person.sex, person.org_code, depart.depart_name, person.work_no,
  person.status, person.create_time
from public.sys_user as person
left join public.sys_depart as depart on depart.org_code = person.org_code
where person.del_flag = 0 and (
  coalesce(nullif(current_setting('natim.tenant', true), ''), '0') = '0'
  or exists (
    select from public.sys_user_tenant as member
    where member.user_id = person.id and member.tenant_id = current_setting('natim.tenant', true)::int));

-- The role reports run as. It owns nothing, may sign in nowhere, and reads these views alone; the rights themselves are
-- given when the server starts using it. Where we may not make roles, an administrator does, or reports stay off.
do $$
begin
  if not exists (select from pg_roles where rolname = 'natim_report')
    and exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
    begin
      create role natim_report nologin;
    exception when duplicate_object or unique_violation then
      null; -- Somebody made it at the same moment.
    end;
  end if;
  if exists (select from pg_roles where rolname = 'natim_report') and not pg_has_role(current_user, 'natim_report', 'member') then
    begin
      execute format('grant natim_report to %I', current_user);
    exception when insufficient_privilege then
      null; -- Not ours to give: the administrator has to.
    end;
  end if;
end $$;
