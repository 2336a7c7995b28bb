-- Where each user wants the cards of the dashboard: {"main": [], "side": [], "hidden": []}.
create table mon_home_layout (
  user_id text primary key references sys_user (id) on delete cascade,
  layout jsonb not null
);
