import { parseArgs } from 'node:util'
import { runTool, Trouble } from './lib/checkout.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { signalAll } from './lib/run.mjs'
import { useScratchFolder } from './lib/scratch.mjs'
import { STEPS } from './lib/steps.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'
import { testEnvironment } from './lib/test-environment.mjs'

/** @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', text: string }} Outcome */

const USAGE = `Usage: npm test -- [--only <step,…>] [--skip <step,…>]   steps: ${STEPS.map((step) => step.name).join(', ')}`

/** @returns {readonly import('./lib/steps.mjs').Step[]} what the command line asks for */
function chooseSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' } } })
  const [only, skip] = [values.only?.split(','), values.skip?.split(',') ?? []]
  for (const name of [...(only ?? []), ...skip]) {
    if (!STEPS.some((step) => step.name === name)) throw new Trouble(`No step "${name}".\n${USAGE}`)
  }
  return STEPS.filter((step) => (only?.includes(step.name) ?? true) && !skip.includes(step.name))
}

/**
 * Runs the steps until one fails.
 *
 * @param {readonly import('./lib/steps.mjs').Step[]} steps
 * @param {readonly string[]} missingPackages
 */
async function runSteps(steps, missingPackages) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @type {Outcome[]} */
  const outcomes = []
  /** @type {string[]} */
  const unsteady = []
  for (const step of steps) {
    const missing = (step.needs ?? []).filter((name) => missingPackages.includes(name))
    if (missing.length > 0) {
      outcomes.push({ name: step.name, state: 'skipped', text: `needs apt-get install ${missing.join(' ')}` })
      continue
    }
    console.log(`\n━━ ${step.name}`)
    const startedMs = performance.now()
    const { code, counts, unsteady: tests = [] } = await attempt(step)
    unsteady.push(...tests)
    total.passed += counts?.passed ?? 0
    total.skipped += counts?.skipped ?? 0
    // A step that fails without a failed test (types, a crash) still is a failure.
    total.failed += code === 0 ? 0 : Math.max(counts?.failed ?? 0, 1)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    const text = `${seconds} s${counts ? `, ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped` : ''}`
    outcomes.push({ name: step.name, state: code === 0 ? 'passed' : 'failed', text })
    if (code !== 0) break
  }
  return { outcomes, total, unsteady }
}

/**
 * A step that cannot even start is a failed one.
 *
 * @param {import('./lib/steps.mjs').Step} step
 * @returns {Promise<import('./lib/steps.mjs').StepResult>}
 */
async function attempt(step) {
  try {
    return await step.work(testEnvironment())
  } catch (error) {
    console.error(error instanceof Trouble ? error.message : error)
    return { code: 1 }
  }
}

/** @param {readonly Outcome[]} outcomes @param {readonly string[]} unsteady */
function printSummary(outcomes, unsteady) {
  const marks = { passed: '✓', failed: '✗', skipped: '!' }
  console.log('\n━━ summary')
  for (const { name, state, text } of outcomes) console.log(`${marks[state]} ${name.padEnd(13)} ${text}`)
  const skipped = outcomes.filter((outcome) => outcome.state === 'skipped')
  for (const title of unsteady) console.log(`! PASSED AT THE SECOND TRY ONLY: ${title}`)
  if (skipped.length > 0) console.log(`\n! NOT TESTED: ${skipped.map((outcome) => outcome.name).join(', ')}`)
}

await runTool(async () => {
  const steps = chooseSteps()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => signalAll(signal))
  ensureNode()
  await ensureInstalled()
  const needed = new Set(steps.flatMap((step) => step.needs ?? []))
  const missing = needed.size > 0 ? await ensureSystemPackages() : []
  const removeScratch = useScratchFolder()
  const { outcomes, total, unsteady } = await runSteps(steps, missing).finally(removeScratch)
  printSummary(outcomes, unsteady)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})
