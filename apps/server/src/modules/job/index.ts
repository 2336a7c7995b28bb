export { jobModule } from './job.routes.ts'
export { startJobRunner } from './job-runner.ts'
