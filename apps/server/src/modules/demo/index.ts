export { demoKeyFile } from './demo-key.ts'
export { LOAD_CONNECTIONS, type LoadOptions, type LoadResult, loadDemoNetwork } from './load-demo.ts'
export { type RunningSimulator, type SimulatorOptions, startSimulator } from './simulator.ts'
