-- What devices say once, beside their values: events, answers to commands, and spectra, waveforms and pictures.
-- Keys lead with device_id, without sequence, trigger or foreign key, as every telemetry table's (ADR 0004).

create table mon_device_event (
  device_id integer not null,
  ts timestamptz not null,
  -- Id or hash of the message: two events of one instant are two, a repeated one is the same.
  key bytea not null,
  kind text not null check (kind in ('event', 'ack')),
  -- Of an answer the id of its command.
  type text not null,
  level smallint,
  data jsonb not null,
  q smallint not null default 0,
  rx timestamptz not null,
  primary key (device_id, ts, key)
);
create index mon_device_event_rx on mon_device_event using brin (rx);

create table mon_blob_sample (
  device_id integer not null,
  -- 0: of the device as a whole.
  channel_no integer not null,
  ts timestamptz not null,
  -- spectrum, waveform, image; devices may name others.
  kind text not null,
  meta jsonb not null,
  content bytea not null,
  q smallint not null default 0,
  rx timestamptz not null,
  primary key (device_id, channel_no, ts, kind)
);
-- Packed by the devices, most of them: trying again costs time and saves nothing.
alter table mon_blob_sample alter column content set storage external;
create index mon_blob_sample_device on mon_blob_sample (device_id, ts desc);
create index mon_blob_sample_rx on mon_blob_sample using brin (rx);
