-- Who is told of alarms, by which way, and what became of each message. Alarms belong to the network: no tenant column.

create table mon_notify_policy (
  id text primary key,
  name varchar(80) not null,
  status varchar(3) not null default 'on' check (status in ('on', 'off')),
  -- Each empty list means any.
  severities jsonb not null default '[]',
  region_prefixes jsonb not null default '[]',
  rule_ids jsonb not null default '[]',
  -- Role codes and user names.
  to_roles jsonb not null default '[]',
  to_users text not null default '',
  channels jsonb not null default '["console"]',
  webhook_url varchar(500),
  -- Sealed with the id of the policy.
  webhook_secret text,
  wechat_url varchar(500),
  -- Minutes between repetitions until somebody acknowledges; 0 = told once.
  repeat_min int not null default 0,
  sort_no int not null default 10,
  del_flag smallint not null default 0,
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);

-- Until somebody writes another: the officers on the console.
insert into mon_notify_policy (id, name, severities, to_roles, channels)
values ('notify-console', '控制台提醒值班员', '[1, 2, 3, 4]', '["nat_duty", "prov_duty"]', '["console"]');

-- What each person wants; of alarms of severity 1 and 2 it says nothing.
create table mon_notify_preference (
  user_id text primary key references sys_user (id) on delete cascade,
  -- Besides the console, which nobody switches off.
  channels jsonb not null default '["sms", "mail"]',
  quiet_from varchar(5),
  quiet_to varchar(5),
  update_time timestamptz not null default now()
);

create table mon_notify_delivery (
  id text primary key,
  outbox_id text not null references mon_alarm_outbox (id),
  alarm_id text not null references mon_alarm (id),
  -- A user, or the policy whose address it goes to.
  receiver text not null,
  policy_id text not null,
  channel varchar(8) not null check (channel in ('console', 'sms', 'mail', 'webhook', 'wechat')),
  -- 0 = the first time, then each repetition.
  round int not null default 0,
  severity smallint not null,
  state varchar(8) not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  tries smallint not null default 0,
  next_at timestamptz not null,
  -- The last time a dispatcher took it.
  claimed_at timestamptz,
  -- More than one receiver takes in a minute: it waits for the end of that minute and goes out with the others.
  is_digest boolean not null default false,
  -- Waits for the end of the quiet hours of its receiver.
  is_quiet boolean not null default false,
  last_error varchar(300),
  sent_at timestamptz,
  create_time timestamptz not null default now()
);
-- Working receivers out again writes nothing twice.
create unique index mon_notify_delivery_key on mon_notify_delivery (outbox_id, receiver, channel, round);
create index mon_notify_delivery_due on mon_notify_delivery (next_at) where state = 'waiting';
create index mon_notify_delivery_alarm on mon_notify_delivery (alarm_id, create_time);
create index mon_notify_delivery_claimed on mon_notify_delivery (receiver, channel, claimed_at);

-- What is told again until somebody acknowledges.
create table mon_notify_repeat (
  outbox_id text not null references mon_alarm_outbox (id),
  policy_id text not null,
  alarm_id text not null references mon_alarm (id),
  round int not null default 0,
  due_at timestamptz not null,
  primary key (outbox_id, policy_id)
);
create index mon_notify_repeat_due on mon_notify_repeat (due_at);

-- Faults of the product itself of which people were told: a row as long as one lasts.
create table mon_notify_fault (
  kind varchar(20) primary key,
  since timestamptz not null
);
