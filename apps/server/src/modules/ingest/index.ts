export { registerIngestRoutes } from './http/ingest.routes.ts'
export { createIngest, type Ingest } from './ingest.ts'
export { ensurePartitions } from './maintenance/partitions.ts'
