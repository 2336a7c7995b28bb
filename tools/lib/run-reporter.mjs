import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './checkout.mjs'

/** @typedef {import('./test-report.mjs').Entry} Entry */
/** @typedef {{ message?: string, diff?: string, stacks?: readonly { file: string, line?: number }[], VITEST_TEST_PATH?: string }} SerializedError */

const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')

const DETAIL_LINES = 16
/** Printed by vitest above a diff. */
const LEGEND = /^[+-] (?:Expected|Received)$/

/**
 * Writes a line of JSON per event as it happens, so that a killed run still leaves its results. vitest's own JSON
 * report is written at the end, and omits errors outside tests.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter from there
export default class RunReporter {
  #steady = readUnsteady()

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const { duration = 0, flaky = false } = test.diagnostic() ?? {}
    const file = pathOf(test.module)
    const isListed = this.#steady.some((entry) => entry.file === file && entry.title === test.fullName)
    const entry = /** @type {const} */ ({
      kind: 'test',
      file,
      title: test.fullName,
      line: test.location?.line,
      ms: duration,
    })
    if (flaky && isListed) write({ ...entry, state: 'unsteady' })
    else if (flaky) write({ ...entry, state: 'failed', error: `passed only when tried again: ${inBrief(errors)}` })
    else write({ ...entry, state, error: inBrief(errors) })
  }

  /** @param {import('vitest/node').TestSuite} suite */
  onTestSuiteResult(suite) {
    for (const error of suite.errors()) {
      write({ kind: 'broken', file: pathOf(suite.module), title: suite.fullName, error: inBrief([error]) })
    }
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    for (const error of module.errors()) {
      write({ kind: 'broken', file: pathOf(module), title: 'outside of its tests', error: inBrief([error]) })
    }
  }

  /** @param {readonly unknown[]} _modules @param {readonly SerializedError[]} errors */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      const place = error.VITEST_TEST_PATH ?? error.stacks?.find(({ file }) => !file.includes('node_modules'))?.file
      const file = place === undefined ? 'no file known' : relative(ROOT, place)
      write({ kind: 'broken', file, title: 'an error that no test caught', error: inBrief([error]) })
    }
    write({ kind: 'end' })
  }
}

/** @param {Entry} entry */
function write(entry) {
  const file = process.env['NATIM_REPORT']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

/** @param {import('vitest/node').TestModule} module */
const pathOf = (module) => relative(ROOT, module.moduleId)

/**
 * What somebody who has only the end of the output needs: the first line, what differs or what was being waited for, and
 * where the test stood.
 *
 * @param {readonly SerializedError[] | undefined} errors
 */
function inBrief(errors) {
  const error = errors?.[0]
  if (error === undefined) return undefined
  const [first, ...more] = linesOf(error.message)
  const differing = linesOf(error.diff).filter((line) => /^[+-] /.test(line) && !LEGEND.test(line))
  const place = error.stacks?.find(({ file }) => /\.test\.tsx?$/.test(file))
  const detail = (differing.length > 0 ? differing : more).slice(0, DETAIL_LINES)
  return [first, ...detail, ...(place ? [`at ${relative(ROOT, place.file)}:${place.line}`] : [])].join('\n')
}

/** @param {string | undefined} text */
const linesOf = (text = '') =>
  text
    .replaceAll(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

/** @returns {readonly { file: string, title: string }[]} */
function readUnsteady() {
  return JSON.parse(readFileSync(new URL('../unsteady.json', import.meta.url), 'utf8'))
}
