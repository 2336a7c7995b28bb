export { openDays } from './open-days.ts'
export { openSpan, type SampleSpan } from './open-span.repository.ts'
export { startPackWorker } from './pack-worker.ts'
export {
  createPartition,
  dropEmptyPartition,
  dropPartition,
  findPartitions,
  findStrayPartitions,
} from './partition.repository.ts'
export {
  type Partition,
  partitionAt,
  partitionNamed,
  partitionsFor,
  recordPartitionsFor,
} from './partition-names.ts'
export { firstSample, inSpan, lastSampleBefore } from './sample-span.repository.ts'
