-- One look at one private file for whoever holds the ticket: links of existing clients are opened without a header.

create table sys_file_ticket (
  ticket_hash bytea primary key,
  file_id text not null references sys_file (id) on delete cascade,
  expires_at timestamptz not null
);
create index sys_file_ticket_file on sys_file_ticket (file_id);
create index sys_file_ticket_expires on sys_file_ticket (expires_at);
