export { drainMarks } from './rollup.service.ts'
export { type RollupWorker, startRollupWorker } from './rollup-worker.ts'
