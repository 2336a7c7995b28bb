import { writeFileSync } from 'node:fs'

/** Writes how many errors no test caught: vitest's JSON report keeps silent about them. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter from there
export default class UnhandledReporter {
  /** @param {readonly unknown[]} _modules @param {readonly unknown[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env['NATIM_UNHANDLED_FILE']
    if (file !== undefined) writeFileSync(file, String(errors.length))
  }
}
