export { registerIngestRoutes } from './http/ingest.routes.ts'
export { createIngest, type Ingest } from './ingest.ts'
export type { IngestDeps, IngestOptions, IngestStats } from './ingest-options.ts'
export { dropExpiredPartitions, ensurePartitions } from './upkeep/partitions.ts'
