/** Initial jobs; one of them is paused. */
export const SEED_JOBS = [
  {
    id: 'job-session-cleanup',
    jobClassName: 'sessionCleanup',
    cronExpression: '0 0/10 * * * ? *',
    description: '每 10 分钟清理过期会话与验证码',
    status: 0,
  },
  {
    id: 'job-run-history',
    jobClassName: 'runHistoryCleanup',
    cronExpression: '0 30 2 * * ? *',
    parameter: '{"keepDays":90}',
    description: '每天 02:30 清理 90 天前的任务执行记录',
    status: 0,
  },
  {
    id: 'job-audit-verify',
    jobClassName: 'auditVerify',
    cronExpression: '0 30 3 * * ? *',
    description: '每天 03:30 校验审计日志是否完整',
    status: 0,
  },
  {
    id: 'job-sample',
    jobClassName: 'sample',
    cronExpression: '0 0 8 ? * 2 *',
    parameter: '{"text":"每周一早上好"}',
    description: '示例：每周一 08:00 写一条执行记录',
    status: -1,
  },
] as const

/** An external database without a password: no connection is made until its host is allowed. */
export const SEED_DATA_SOURCE = {
  id: 'ds-archive',
  code: 'air_archive',
  name: '历史数据归档库',
  dbType: '6',
  dbDriver: 'org.postgresql.Driver',
  dbUrl: 'jdbc:postgresql://archive.example.org:5432/air',
  dbName: 'air',
  dbUsername: 'reader',
  remark: '示例：登记后填写密码并测试连接',
}
