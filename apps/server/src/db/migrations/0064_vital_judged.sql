-- A score that comes late raises what it should have raised, as long as that is of now.

-- Severity by which the next windows are judged to have risen: null where it was only reckoned when it was long past.
alter table mon_vital_window add column judged smallint;
update mon_vital_window set judged = severity where ts > now() - interval '1 hour';
