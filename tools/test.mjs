import { parseArgs } from 'node:util'
import { runTool, Trouble } from './lib/checkout.mjs'
import { stepsFor, stepsForChanges, withBuilds } from './lib/chosen-steps.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { withFurtherVersions } from './lib/further-versions.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'
import { allSteps, isCalled } from './lib/tasks.mjs'
import { printResult, runSteps } from './lib/test-run.mjs'

/** @typedef {import('./lib/tasks.mjs').Step} Step */

const USAGE = `Usage: npm test -- [--only <step,…>] [--skip <step,…>] [<path or word> …]
       npm run test:changed, npm run test:full`

/** Parses the command line. */
function readArguments() {
  const options = /** @type {const} */ ({
    only: { type: 'string' },
    skip: { type: 'string' },
    changed: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  })
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const list = (/** @type {string | undefined} */ text) => text?.split(',').filter(Boolean)
    return { ...values, only: list(values.only), skip: list(values.skip) ?? [], asked: positionals }
  } catch (error) {
    throw new Trouble(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** @param {ReturnType<typeof readArguments>} args @returns {Promise<readonly Step[]>} */
async function chooseSteps({ asked, changed, full, only, skip }) {
  if (asked.length > 0) return stepsFor(asked)
  if (changed) return stepsForChanges()
  const steps = full ? withFurtherVersions(allSteps({ isFull: true })) : allSteps()
  for (const word of [...(only ?? []), ...skip]) {
    if (steps.some(({ name }) => isCalled(name, word))) continue
    throw new Trouble(`No step "${word}" among ${steps.map(({ name }) => name).join(', ')}\n${USAGE}`)
  }
  const isIn = (/** @type {Step} */ { name }, /** @type {readonly string[]} */ words) =>
    words.some((word) => isCalled(name, word))
  const chosen = only === undefined ? steps : withBuilds(steps.filter((step) => isIn(step, only)))
  return chosen.filter((step) => !isIn(step, skip))
}

/**
 * Installs what is missing, packages of Node and of the system side by side: they need nothing of each other, and on a
 * new machine each takes a minute.
 *
 * @param {ReturnType<typeof readArguments>} args
 */
async function prepare(args) {
  const installed = ensureInstalled()
  // Only the default steps are known before the installation is complete.
  if (args.asked.length > 0 || args.changed || args.full) await installed
  const steps = await chooseSteps(args)
  const needsSystem = steps.some(({ packages = [] }) => packages.length > 0)
  const [system, node] = await Promise.allSettled([needsSystem ? ensureSystemPackages() : [], installed])
  if (node.status === 'rejected') throw node.reason
  if (system.status === 'rejected') throw system.reason
  return { steps, missing: system.value }
}

await runTool(async () => {
  const args = readArguments()
  ensureNode()
  const { steps, missing } = await prepare(args)
  if (steps.length === 0) return 0
  // Interactive users want the first failure at once; CI wants all of them.
  const run = await runSteps(steps, { missing, goesOn: Boolean(process.env['CI']) })
  const code = printResult(run)
  if (args.asked.length === 0 || code !== 0 || run.outcomes.some(({ result }) => (result?.tests.length ?? 0) > 0))
    return code
  throw new Trouble(`No test is called ${args.asked.join(' ')}`)
})
