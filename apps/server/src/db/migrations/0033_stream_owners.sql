-- Who judges which devices: stream = device_no mod 16. Whoever holds the lease of a stream writes the states of its devices
-- and opens their gaps, and names the epoch with each write: it rises whenever a stream changes hands, so that a holder who
-- was stopped and comes back too late writes nothing.
create table mon_stream (
  stream smallint primary key check (stream between 0 and 15),
  owner text,
  epoch bigint not null default 0,
  until timestamptz not null default '1970-01-01Z'
);
insert into mon_stream (stream) select generate_series(0, 15);

-- Processes that can hear devices. Silence counts only while all of them could.
create table mon_listener (
  id text primary key,
  until timestamptz not null,
  is_listening boolean not null
);

-- When the connection of a device was found lost; what it says later takes it back.
alter table mon_device_state add column lost_at timestamptz;
-- When somebody last wrote of the device, by the database's clock: what other processes read is what is new by this.
alter table mon_device_state add column written_at timestamptz not null default now();
