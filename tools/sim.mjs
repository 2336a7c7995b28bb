import { runTool } from './lib/checkout.mjs'
import { ensureBuilt, ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { runForeground } from './lib/foreground.mjs'

/** `npm run sim -- --help`: runs the simulator manually. */
await runTool(async () => {
  ensureNode()
  await ensureInstalled()
  await ensureBuilt(['server'])
  return runForeground('apps/simulator/dist/main.js', process.argv.slice(2))
})
