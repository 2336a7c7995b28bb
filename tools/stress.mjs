import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { burn } from './lib/burners.mjs'
import { ROOT, runTool, Trouble } from './lib/checkout.mjs'
import { withBuilds } from './lib/chosen-steps.mjs'
import { ensureInstalled, ensureNode } from './lib/ensure.mjs'
import { stressTable } from './lib/stress-table.mjs'
import { totals } from './lib/summary.mjs'
import { ensureSystemPackages, FAKETIME, findBrowser } from './lib/system-packages.mjs'
import { allSteps, isCalled } from './lib/tasks.mjs'
import { printResult, runSteps } from './lib/test-run.mjs'

/** @typedef {import('./lib/tasks.mjs').Step} Step */
/** @typedef {{ title: string, pageArgs: readonly string[], env?: NodeJS.ProcessEnv, only?: string, isCalm?: boolean }} Plan */

const PARTS = ['e2e', 'web']
const ROUNDS = 5
const AHEAD_S = 300
const USAGE = `Usage: npm run test:stress -- [--rounds ${ROUNDS}] [--only ${PARTS.join(',')}] [--seed <number>] [<word of a title> …]`

function readArguments() {
  const options = /** @type {const} */ ({
    rounds: { type: 'string', default: String(ROUNDS) },
    only: { type: 'string', default: PARTS.join(',') },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  })
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [rounds, seed, only] = [Number(values.rounds), Number(values.seed), values.only.split(',')]
  const isGood =
    Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed) && only.every((part) => PARTS.includes(part))
  if (!isGood) throw new Trouble(USAGE)
  return { rounds, seed, only, words: positionals }
}

/**
 * The rounds: files in another order each time, then once with the clock of the whole machine as its programs see it five
 * minutes ahead, and the journeys once more as somebody runs them who has no settings at all.
 *
 * @param {ReturnType<typeof readArguments>} args
 * @returns {Plan[]}
 */
function plans({ rounds, seed, only, words }) {
  // Tests with a word in their title; the console's unit tests of rules and models wait for nothing and are fast.
  const filter = words.length > 0 ? [`--testNamePattern=${words.join('|')}`] : []
  const shuffled = (/** @type {number} */ n) => [...filter, '--sequence.shuffle.files', `--sequence.seed=${n}`]
  const busy = Array.from({ length: rounds }, (_, n) => ({
    title: `round ${n + 1}, seed ${seed + n}`,
    pageArgs: shuffled(seed + n),
  }))
  const clock = { title: 'clock 5 min ahead', pageArgs: filter, env: fakeClock() }
  const bare = { title: 'env -i PATH HOME', pageArgs: filter, only: 'e2e', isCalm: true }
  return [...busy, clock, ...(only.includes('e2e') ? [bare] : [])]
}

/**
 * Node and PostgreSQL see another time of day; their timers run on. Chromium does not start with a library loaded before
 * its own, so it runs without, and the drivers of journeys are told how far the clock of its pages is to be set ahead.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function fakeClock() {
  const browser = join(ROOT, '.tmp/browser-without-preload.sh')
  mkdirSync(dirname(browser), { recursive: true })
  const program = process.env['CHROMIUM'] ?? findBrowser()
  writeFileSync(browser, `#!/bin/sh\nunset LD_PRELOAD FAKETIME\nexec ${program} "$@"\n`, { mode: 0o755 })
  const faked = { LD_PRELOAD: FAKETIME, FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  return { ...faked, CHROMIUM: browser, NATIM_CLOCK_AHEAD_MS: String(AHEAD_S * 1000) }
}

/** @param {Plan} plan @param {readonly string[]} only @returns {Step[]} */
function stepsOf({ pageArgs, only: part }, only) {
  const parts = part === undefined ? only : [part]
  return allSteps({ pageArgs }).filter(({ name }) => parts.some((called) => isCalled(name, called)))
}

await runTool(async () => {
  const args = readArguments()
  ensureNode()
  await ensureInstalled()
  const missing = await ensureSystemPackages({ withClock: true })
  if (!existsSync(FAKETIME)) throw new Trouble('The round with another clock needs: apt-get install faketime')
  const built = await runSteps(withBuilds([...allSteps()]).filter(({ name }) => isCalled(name, 'build')))
  if (totals(built.outcomes, true).failed > 0) return printResult(built)
  const rounds = []
  for (const plan of plans(args)) {
    console.log(`\n━━ ${plan.title}`)
    const stopBurning = plan.isCalm ? () => undefined : burn(availableParallelism())
    const run = await runSteps(stepsOf(plan, args.only), { missing, env: plan.env, goesOn: true }).finally(stopBurning)
    rounds.push({ ...run, title: plan.title })
    if (run.isStopped) break
  }
  console.log(stressTable(rounds).join('\n'))
  return rounds.every(({ outcomes }) => totals(outcomes, true).failed === 0) ? 0 : 1
})
