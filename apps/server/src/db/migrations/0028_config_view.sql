-- Metrics and limits have codes of their own; no call asks for this one any more.
delete from sys_permission where perms = 'mon:config:view';
