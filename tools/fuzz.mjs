import { parseArgs } from 'node:util'
import { runTool, Trouble } from './lib/checkout.mjs'
import { stepsFor } from './lib/chosen-steps.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { printResult, runSteps } from './lib/test-run.mjs'
import { listTestFiles, textOf } from './lib/workspaces.mjs'

const USAGE = 'Usage: npm run test:fuzz -- [--rounds 20] [--seed <number>] [<word of a path> …]'

function readArguments() {
  const options = /** @type {const} */ ({
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000_000) },
  })
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
  if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) throw new Trouble(USAGE)
  return { rounds, seed, words: positionals }
}

/** Runs property tests with different examples each round; `npm test` always uses the same ones. */
await runTool(async () => {
  const { rounds, seed, words } = readArguments()
  ensureNode()
  await ensureInstalled()
  const files = listTestFiles().filter((file) => words.every((word) => file.includes(word)))
  const steps = await stepsFor(files.filter((file) => textOf(file).includes('fc.assert(')))
  for (let round = 0; round < rounds; round += 1) {
    const PROPERTY_SEED = String(seed + round)
    console.log(`\n━━ round ${round + 1} of ${rounds}, PROPERTY_SEED=${PROPERTY_SEED}`)
    const run = await runSteps(steps, { env: { PROPERTY_SEED } })
    if (printResult(run) !== 0) return 1
  }
  return 0
})
