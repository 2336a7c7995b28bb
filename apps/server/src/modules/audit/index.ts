export { startAuditSealer } from './audit-sealer.ts'
