-- How far the chain of each alarm had come when it was last found whole. What a row says later, its chain must still hold; that
-- nobody rewrites these rows is told by the line of the sealed log which names the digest of each batch.
create table mon_alarm_seal (
  alarm_id text not null,
  log_seq int not null,
  log_hash bytea not null,
  batch text not null,
  primary key (alarm_id, log_seq)
);
create index mon_alarm_seal_batch on mon_alarm_seal (batch);
create trigger append_only before update or delete or truncate on mon_alarm_seal
  for each statement execute function refuse_change();
