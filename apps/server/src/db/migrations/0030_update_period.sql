-- How often an instrument makes a new value, where it reports the same one in between: such a channel is not stuck.
alter table mon_channel add column update_period_s int check (update_period_s between 1 and 86400);
