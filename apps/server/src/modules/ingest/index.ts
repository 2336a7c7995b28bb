export { registerIngestRoutes } from './http/ingest.routes.ts'
export { createIngest, type Ingest } from './ingest.ts'
export { type Partition, partitionAt } from './maintenance/partition-names.ts'
export { ensurePartitions } from './maintenance/partitions.ts'
