-- 事件 (domain §3.9): what people make of alarms that belong together, and what is done about it.
create table mon_incident (
  id text primary key,
  -- INC20261121-03
  no varchar(24) not null unique,
  title varchar(120) not null,
  type varchar(8) not null check (type in ('chem', 'rad', 'bio', 'epi', 'air', 'other')),
  level smallint not null check (level between 1 and 4),
  status varchar(12) not null default 'open' check (status in ('open', 'monitoring', 'closed')),
  lead_user text not null, lead_name text not null,
  -- Of its first alarm.
  start_ts timestamptz not null,
  closed_ts timestamptz,
  -- Of its gravest alarm when it was made; whoever sees one of its alarms sees it, too.
  region_code varchar(6) not null default '', sys_org_code text not null default '',
  -- Made of drills, and of nothing else.
  drill boolean not null default false,
  entry_seq int not null default 0,
  version int not null default 1,
  check ((status = 'closed') = (closed_ts is not null))
);
create index mon_incident_start on mon_incident (start_ts desc, id);

-- Its timeline: never changed, a correction is an entry of its own.
create table mon_incident_entry (
  incident_id text not null references mon_incident (id),
  seq int not null,
  ts timestamptz not null,
  kind varchar(8) not null check (kind in ('note', 'action', 'measure', 'alarm')),
  text text not null,
  author text not null, author_name text not null,
  alarm_id text references mon_alarm (id),
  corrects int,
  primary key (incident_id, seq),
  foreign key (incident_id, corrects) references mon_incident_entry (incident_id, seq)
);
create function mon_incident_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'mon_incident_entry is append-only';
end $$;
create trigger mon_incident_entry_append_only before update or delete on mon_incident_entry
  for each row execute function mon_incident_entry_is_append_only();

create table mon_incident_number (
  day date primary key,
  n int not null
);

-- An alarm belongs to one incident at most.
alter table mon_alarm add column incident_id text references mon_incident (id);
create index mon_alarm_incident on mon_alarm (incident_id) where incident_id is not null;
