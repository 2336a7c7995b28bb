import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readChanges } from './changed.mjs'
import { ROOT, Trouble } from './checkout.mjs'
import { byWorkspace, chooseByWords, reachedByRule, reasonForJourneys } from './choose.mjs'
import { runQuietly } from './run.mjs'
import { allSteps, BROWSER_PACKAGES, BUILDS, isCalled } from './tasks.mjs'
import { runVitest } from './vitest.mjs'
import { isTestFile, listTestFiles, textOf, WORKSPACES } from './workspaces.mjs'

/** @typedef {import('./tasks.mjs').Step} Step */
/** @typedef {import('./choose.mjs').Selection} Selection */

/**
 * `npm test -- <path or word> …`: a test file or a folder of them, the tests that import a source file, or tests that have
 * the word in their path or title.
 *
 * @param {readonly string[]} asked
 * @returns {Promise<readonly Step[]>}
 * @throws {Trouble} when nothing is found
 */
export async function stepsFor(asked) {
  const files = listTestFiles()
  const paths = asked.flatMap(pathOf)
  const words = asked.filter((text) => pathOf(text).length === 0)
  const below = files.filter((file) => paths.some((path) => file === path || file.startsWith(`${path}/`)))
  const sources = paths.filter((path) => !below.some((file) => file === path || file.startsWith(`${path}/`)))
  const reached = sources.length > 0 ? await reachedBy(sources, files) : []
  // Nearly every journey depends on the contract, so they run only by name or with test:changed.
  const isMeant = (/** @type {string} */ file) =>
    !file.startsWith('e2e/') || sources.some((path) => path.startsWith('e2e/'))
  const whole = [...new Set([...below, ...reached.filter(isMeant)])]
  const selections = [...byWorkspace(whole), ...chooseByWords(words, files, textOf)]
  if (selections.length === 0) throw new Trouble(`No test is called, or reaches, ${asked.join(' ')}`)
  return withBuilds(selections.map(stepOf))
}

/**
 * `npm run test:changed`: everything that reads, and the tests a change reaches.
 *
 * @returns {Promise<readonly Step[]>}
 */
export async function stepsForChanges() {
  const { base, paths } = await readChanges()
  console.log(`· ${paths.length} files differ from ${base}`)
  if (paths.length === 0) return []
  const files = listTestFiles()
  const reached = [...new Set(await reachedBy(paths, files))]
  const reason = reasonForJourneys(paths)
  if (reason !== undefined) console.log(`· all journeys, because they run against what is built from ${reason}`)
  const mayBe = (/** @type {string} */ file) => reason === undefined || !file.startsWith('e2e/')
  const selections = byWorkspace(reached.filter(mayBe)).map(stepOf)
  const kept = ['format', 'types', 'lint', 'gates', ...(reason === undefined ? [] : ['e2e'])]
  const steps = allSteps().filter(({ name }) => kept.some((called) => isCalled(name, called)))
  return withBuilds([...steps, ...selections])
}

/** @param {readonly string[]} changed @param {readonly string[]} files @returns {Promise<string[]>} test files */
async function reachedBy(changed, files) {
  const args = ['--import', 'tsx', join(ROOT, 'tools/reach.ts'), ...changed]
  /** @type {string[]} */
  const importing = JSON.parse(await runQuietly(process.execPath, args))
  return [...importing, ...reachedByRule(changed, files)].filter((file) => files.includes(file) && isTestFile(file))
}

/** @param {Selection} selection @returns {Step} */
function stepOf({ root, files, title }) {
  const name = `${root.split('/').at(-1)}${title === undefined ? '' : '/titles'}`
  const args = [
    ...files.map((file) => join(ROOT, file)),
    ...(title === undefined ? [] : [`--testNamePattern=${title}`]),
  ]
  return {
    name,
    weight: Math.min(WORKSPACES[root], files.length),
    ...(root === 'e2e' ? { after: BUILDS, packages: BROWSER_PACKAGES } : {}),
    async work(place) {
      const report = await runVitest(place, root, { args })
      // Tests with other titles were not requested, so they do not count as skipped.
      return title === undefined
        ? report
        : { ...report, tests: report.tests.filter(({ state }) => state !== 'skipped') }
    },
  }
}

/** Journeys run against what was built. @param {readonly Step[]} steps @returns {readonly Step[]} */
export function withBuilds(steps) {
  if (!steps.some(({ name }) => isCalled(name, 'e2e'))) return steps
  const builds = allSteps().filter(({ name }) => isCalled(name, 'build') && !steps.some((step) => step.name === name))
  return [...builds, ...steps]
}

/** A path as somebody writes it who stands in a folder of the checkout. @param {string} text @returns {string[]} */
function pathOf(text) {
  const candidates = [resolve(process.env['INIT_CWD'] ?? ROOT, text), join(ROOT, text)]
  const found = candidates.find((path) => existsSync(path) && (statSync(path).isFile() || statSync(path).isDirectory()))
  const path = found === undefined ? '..' : relative(ROOT, found)
  return path.startsWith('..') ? [] : [path]
}
