-- Lists of a hundred thousand people in their order, and who is in charge of departments, without reading them all.

create index sys_user_newest on sys_user (create_time desc, id) where del_flag = 0;
create index sys_user_superior on sys_user (id) where user_identity = 2 and del_flag = 0;

-- People are looked for by a part of their name. The extension comes with PostgreSQL, and whoever may create things in
-- a database may create it, but an installation can be without: then the list reads all of them, as it would anyway.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'without pg_trgm: %', sqlerrm;
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index sys_user_names on sys_user
      using gin (username gin_trgm_ops, realname gin_trgm_ops, phone gin_trgm_ops) where del_flag = 0;
  end if;
end $$;
