export { LOAD_CONNECTIONS, loadDemoNetwork } from './load-demo.ts'
export { startSimulator } from './simulator.ts'
