import { writeFile } from 'node:fs/promises'
import { parseOptions, USAGE, UsageError } from './options.ts'
import { formatProgress, isComplete } from './report.ts'
import { loadSecrets } from './secrets.ts'
import { startSimulation } from './simulation.ts'

const REPORT_EVERY_MS = 10_000
/** Limits problem output to one per second. */
const PROBLEM_EVERY_MS = 1_000

/** Short when started by a server, because it waits for our exit or is gone. */
const CHILD_DRAIN_MS = 2_000
const isChild = process.env.SIM_PARENT === '1'

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2), Date.now())
  const secretOf = await loadSecrets(options)
  const simulation = startSimulation({ ...options, secretOf, onProblem: problemPrinter() })
  const startedMs = performance.now()
  let [lastPoints, lastMs] = [0, startedMs]
  const print = () => {
    const progress = simulation.progress()
    const nowMs = performance.now()
    console.log(formatProgress(progress, ((progress.pointsAcked - lastPoints) * 1000) / (nowMs - lastMs)))
    ;[lastPoints, lastMs] = [progress.pointsAcked, nowMs]
  }
  const reporting = setInterval(print, REPORT_EVERY_MS)
  await untilTold(options.forS)
  clearInterval(reporting)
  const result = await simulation.stop(isChild ? CHILD_DRAIN_MS : undefined)
  const seconds = (performance.now() - startedMs) / 1000
  console.log(formatProgress(result, result.pointsAcked / seconds))
  if (options.jsonFile !== undefined) {
    const memory = Math.round(process.memoryUsage.rss() / 1e6)
    const cpuMs = Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1000)
    await writeFile(options.jsonFile, `${JSON.stringify({ ...result, seconds, rssMb: memory, cpuMs }, null, 2)}\n`)
  }
  return isComplete(result) ? 0 : 1
}

function problemPrinter(): (clientId: string, message: string) => void {
  let [quietUntilMs, swallowed] = [0, 0]
  return (clientId, message) => {
    if (performance.now() < quietUntilMs) {
      swallowed++
      return
    }
    console.error(`${clientId}: ${message}${swallowed > 0 ? ` (and ${swallowed} more)` : ''}`)
    quietUntilMs = performance.now() + PROBLEM_EVERY_MS
    swallowed = 0
  }
}

/** Settles after the given seconds, on SIGINT or SIGTERM, or when the parent that holds our stdin is gone. */
function untilTold(forS: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (forS !== undefined) setTimeout(resolve, forS * 1000)
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    if (isChild) {
      process.stdin.once('end', resolve)
      process.stdin.once('error', resolve)
      process.stdin.resume()
    }
  })
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`)
    else console.error(error)
    process.exit(2)
  },
)
