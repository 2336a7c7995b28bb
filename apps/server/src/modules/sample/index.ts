export { openDays } from './open-days.ts'
export { openSpan, type SampleSpan } from './open-span.repository.ts'
export { startPackWorker } from './pack-worker.ts'
export { createPartition, dropPartition, findPartitions } from './partition.repository.ts'
export {
  type Partition,
  partitionAt,
  partitionNamed,
  partitionsFor,
} from './partition-names.ts'
export { firstSample, inSpan, lastSampleBefore } from './sample-span.repository.ts'
