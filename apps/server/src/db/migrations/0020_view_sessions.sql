-- Looking at the console as somebody else sees it (ADR 0027): no session of that user, and none that is renewed.

create table sys_view_session (
  id text primary key,
  token_hash bytea not null unique,
  -- No foreign key: every look joins the session, and the row has to outlive it so that its end can be noted.
  viewer_session_id text not null,
  viewer_id text not null,
  viewer_name varchar(100) not null, -- user name, for the log
  tenant_id int not null, -- of the viewer when it began, for the log
  subject_kind text not null check (subject_kind in ('user', 'role')),
  subject_id text not null,
  subject_name varchar(200) not null, -- as people read it
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sys_view_session_viewer on sys_view_session (viewer_session_id);
create index sys_view_session_expires on sys_view_session (expires_at);
