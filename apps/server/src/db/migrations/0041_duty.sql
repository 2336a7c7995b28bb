-- Who is on duty, and how one shift takes over from another (domain §3.9). Like alarms they belong to the network: no tenant column.

create table mon_duty_team (
  id text primary key,
  name varchar(40) not null,
  level varchar(8) not null check (level in ('national', 'province', 'special')),
  -- Alarms of these departments and this region (a GB/T 2260 prefix, empty = all) are theirs.
  sys_org_code text not null,
  region_code varchar(6) not null default '',
  sort_no int not null default 10,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
create unique index mon_duty_team_name_key on mon_duty_team (name) where del_flag = 0;

create table mon_duty_shift (
  id text primary key,
  team_id text not null references mon_duty_team (id),
  name varchar(8) not null,
  -- Minutes after midnight in GMT+8; a shift may end on the next day.
  start_min int not null check (start_min between 0 and 1439),
  length_min int not null check (length_min between 30 and 1440),
  del_flag smallint not null default 0
);
create index mon_duty_shift_team on mon_duty_shift (team_id);

-- One person a shift and day.
create table mon_duty_assignment (
  id text primary key,
  team_id text not null references mon_duty_team (id),
  shift_id text not null references mon_duty_shift (id),
  day date not null,
  user_id text not null references sys_user (id) on delete cascade,
  -- What day and shift come to: on duty from the first instant on, no longer at the last.
  from_ts timestamptz not null,
  to_ts timestamptz not null check (to_ts > from_ts),
  update_by text,
  update_time timestamptz not null default now(),
  unique (shift_id, day)
);
create index mon_duty_assignment_team on mon_duty_assignment (team_id, from_ts);
create index mon_duty_assignment_user on mon_duty_assignment (user_id, from_ts);

-- asked → agreed (by the partner) → done (by whoever plans), or refused, or withdrawn.
create table mon_duty_swap (
  id text primary key,
  give_id text not null references mon_duty_assignment (id) on delete cascade,
  take_id text not null references mon_duty_assignment (id) on delete cascade check (take_id <> give_id),
  asker_id text not null,
  partner_id text not null check (partner_id <> asker_id),
  reason varchar(200) not null,
  state varchar(10) not null default 'asked' check (state in ('asked', 'agreed', 'done', 'refused', 'withdrawn')),
  agreed_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  create_time timestamptz not null default now()
);
create index mon_duty_swap_open on mon_duty_swap (create_time) where state in ('asked', 'agreed');

-- A copy of what it was about: it outlives the roster. A draft until the first signature.
create table mon_duty_handover (
  id text primary key,
  assignment_id text not null unique,
  team_id text not null,
  team_name varchar(40) not null,
  sys_org_code text not null,
  region_code varchar(6) not null default '',
  shift_name varchar(8) not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  from_user text not null,
  from_name text not null,
  to_user text check (to_user <> from_user),
  to_name text,
  figures jsonb not null default '{}',
  note varchar(1000) not null default '',
  given_at timestamptz,
  taken_at timestamptz check (taken_at is null or (given_at is not null and to_user is not null)),
  -- Signed with a password on the screen of the one who gave it.
  taken_here boolean not null default false,
  update_time timestamptz not null default now()
);
create index mon_duty_handover_time on mon_duty_handover (from_ts desc);

create table mon_duty_handover_item (
  handover_id text not null references mon_duty_handover (id) on delete cascade,
  alarm_id text not null references mon_alarm (id),
  place int not null,
  severity smallint not null,
  title varchar(200) not null,
  -- Where it is, and how it stood when it was signed.
  site text not null default '',
  state varchar(12) not null,
  account varchar(200) not null default '',
  primary key (handover_id, alarm_id)
);

-- What has been signed stays: after the first signature nothing but the second one, after that nothing. Departments are given
-- new codes when their tree changes; that is where it stands, not what it says.
create function mon_duty_handover_is_signed() returns trigger language plpgsql as $$
declare
  free text[] := array['sys_org_code'];
begin
  if old.given_at is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if old.taken_at is null then
    free := free || array['to_user', 'to_name', 'taken_at', 'taken_here', 'update_time'];
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - free <> to_jsonb(old) - free then
    raise exception 'mon_duty_handover is signed';
  end if;
  return new;
end $$;
create trigger mon_duty_handover_signed before update or delete on mon_duty_handover
  for each row execute function mon_duty_handover_is_signed();

create function mon_duty_handover_item_is_signed() returns trigger language plpgsql as $$
begin
  if exists (select from mon_duty_handover held
    where held.id in (case when tg_op <> 'INSERT' then old.handover_id end, case when tg_op <> 'DELETE' then new.handover_id end)
      and held.given_at is not null) then
    raise exception 'mon_duty_handover_item is signed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger mon_duty_handover_item_signed before insert or update or delete on mon_duty_handover_item
  for each row execute function mon_duty_handover_item_is_signed();

-- The level above is told then, unless the shift has been handed over.
create table mon_duty_timer (
  assignment_id text primary key references mon_duty_assignment (id) on delete cascade,
  due_at timestamptz not null
);
create index mon_duty_timer_due on mon_duty_timer (due_at);

-- Escalation goes to whoever is on duty at that moment: of a level (national, province, special) or of one team.
alter table mon_alarm_timer add column to_duty text;
-- Whom it found; the role is told when none of them may see the alarm.
alter table mon_alarm_outbox add column to_users jsonb;
alter table mon_notify_policy add column to_duty jsonb not null default '[]';
