import { runTool } from './lib/checkout.mjs'
import { CHECKS } from './lib/checks.mjs'
import { loadEnvFile } from './lib/foreground.mjs'

/** Reports what prevents the console from running here. Each failed line ends with its fix. */
await runTool(async () => {
  loadEnvFile()
  let failed = 0
  for (const { name, check } of CHECKS) {
    try {
      console.log(`✓ ${name.padEnd(12)} ${await check()}`)
    } catch (error) {
      failed++
      console.log(`✗ ${name.padEnd(12)} ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  console.log(failed === 0 ? '\n一切就绪 all is well: npm start' : `\n${failed} of ${CHECKS.length} failed`)
  return failed === 0 ? 0 : 1
})
