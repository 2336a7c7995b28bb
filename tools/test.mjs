import { parseArgs } from 'node:util'
import { runTool, Trouble } from './lib/checkout.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'
import { allSteps } from './lib/tasks.mjs'
import { printResult, runSteps } from './lib/test-run.mjs'

/** @typedef {import('./lib/tasks.mjs').Step} Step */

/** @returns {readonly Step[]} what the command line asks for */
function chooseSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' } } })
  const steps = allSteps()
  const names = steps.map(({ name }) => name)
  const [only, skip] = [values.only?.split(','), values.skip?.split(',') ?? []]
  for (const asked of [...(only ?? []), ...skip]) {
    if (!names.some((name) => isCalled(name, asked))) throw new Trouble(`No step "${asked}": ${names.join(', ')}`)
  }
  const isIn = (/** @type {string} */ name, /** @type {readonly string[]} */ list) =>
    list.some((asked) => isCalled(name, asked))
  const chosen = steps.filter(({ name }) => (only === undefined || isIn(name, only)) && !isIn(name, skip))
  // Journeys run against what was built.
  const isBuilt = chosen.some(({ name }) => isCalled(name, 'e2e'))
  return steps.filter(
    (step) => chosen.includes(step) || (isBuilt && isCalled(step.name, 'build') && !isIn(step.name, skip)),
  )
}

/** `e2e` is all of `e2e/…`, `build` both builds. @param {string} name @param {string} asked */
const isCalled = (name, asked) => name === asked || name.startsWith(`${asked}/`)

await runTool(async () => {
  const steps = chooseSteps()
  ensureNode()
  await ensureInstalled()
  const needed = new Set(steps.flatMap(({ packages = [] }) => packages))
  const missing = needed.size > 0 ? await ensureSystemPackages() : []
  return printResult(await runSteps(steps, { missing }))
})
