-- Areas that were drawn on the map with the figures of that moment (domain §10.2), until an incident is made of them.
create table mon_incident_draft (
  id text primary key,
  name varchar(60) not null,
  -- A circle or a polygon, degrees WGS-84, and what lay in it of what its author may see.
  area jsonb not null,
  figures jsonb not null,
  -- No reference: what was seen outlives the account.
  author_id text not null,
  create_by text not null,
  create_time timestamptz not null
);
create index mon_incident_draft_author on mon_incident_draft (author_id, create_time desc);
