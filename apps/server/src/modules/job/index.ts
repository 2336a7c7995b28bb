export { registerJobRoutes } from './job.routes.ts'
export { createJobImport } from './job.ts'
export { startJobRunner } from './job-runner.ts'
