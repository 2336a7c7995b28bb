import { satellite } from '@natim/contract/mon/satellite.resource'
import { implement } from '../../platform/http/implement.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { SATELLITE } from './satellite.resource.ts'

export { registerSatAreaRoutes } from './area.routes.ts'
export { findPassesBetween } from './day-passes.repository.ts'
export { loadDemoSatellites } from './demo/load-demo-satellites.ts'
export { createProvider } from './provider/create-provider.ts'
export { startSatWorker } from './sat-worker.ts'
export { registerSatRoutes } from './task.routes.ts'

/** 卫星: the satellites that can be tasked. */
export const satelliteModule: Module = {
  routes: (api, { db }) =>
    implement(api, satellite.endpoints, resourceHandlers(db, satellite, createResource(db, SATELLITE))),
}
