import { runTool } from './lib/checkout.mjs'
import { ensureBuilt, ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { loadEnvFile, runForeground } from './lib/foreground.mjs'

/** `npm start`: prepares what a clean clone lacks, then starts the server. */
await runTool(async () => {
  ensureNode()
  await ensureInstalled()
  await ensureBuilt()
  loadEnvFile()
  return runForeground('apps/server/dist/main.js', [])
})
