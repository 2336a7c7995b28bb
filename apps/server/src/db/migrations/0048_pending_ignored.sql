-- Who is not to be registered leaves the list of those that wait, and does not come back by knocking again.
alter table mon_pending_client
  add column ignored_at timestamptz,
  add column ignored_by text,
  add check ((ignored_at is null) = (ignored_by is null));
