export { type AuditChainDeps, verifyLog } from './audit-chain.ts'
export { startAuditSealer } from './audit-sealer.ts'
export { forgetFault, keepFault } from './fault.repository.ts'
