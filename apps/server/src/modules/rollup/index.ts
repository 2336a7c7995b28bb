export { drainMarks } from './rollup.service.ts'
export { startRollupWorker } from './rollup-worker.ts'
