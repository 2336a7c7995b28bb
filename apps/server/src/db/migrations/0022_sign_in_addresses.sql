-- Attempts to sign in by address (security §2), counted where every web process sees them. Nothing is lost with a crash
-- but a minute's memory.

create unlogged table sys_address_guard (
  address text primary key,
  attempts timestamptz[] not null, -- of the last minute: failures, and those that are not judged yet
  updated_at timestamptz not null default now()
);
