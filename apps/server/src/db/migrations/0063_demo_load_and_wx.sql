-- What of the demonstration is loaded, so that a start after a kill goes on where the load was.

-- One row a part, written in its transaction; 'registers' says by what the others go on, 'whole' that nothing is left. Networks
-- that were loaded before have none, and are whole.
create table mon_demo_load (
  part varchar(20) primary key,
  detail jsonb,
  done_at timestamptz not null default now()
);

-- What the last decision replaced: {category, alarmId, deviceId}. Taking it back puts it in again.
alter table mon_wx_image add column undo jsonb;

-- Who says that the account never brought it out, when nobody knows; another person confirms it before it may go out as new.
alter table mon_wx_product
  add column lost_by text,
  add column lost_name text,
  add column lost_at timestamptz,
  add check ((lost_by is null) = (lost_at is null)),
  -- Only what nobody knows of can be said to be lost.
  add check (lost_by is null or (state = 'failed' and submitting_at is not null));
