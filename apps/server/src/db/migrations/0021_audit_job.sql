-- Jobs are seeded into an empty register only: installations that have some get the check of the audit log here.
insert into sys_quartz_job (id, job_class_name, cron_expression, description, status)
select 'job-audit-verify', 'auditVerify', '0 30 3 * * ? *', '每天 03:30 校验审计日志是否完整', 0
where exists (select from sys_quartz_job)
on conflict do nothing;
