export { isDemoMissing, LOAD_CONNECTIONS, type LoadProgress, type LoadResult, loadDemoNetwork } from './load-demo.ts'
export { startSimulator } from './simulator.ts'
