export { registerBreathRoutes } from './breath.routes.ts'
export { writeBreathResults } from './result-writer.ts'
