import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Trouble } from '../lib/checkout.mjs'
import type { Mutant } from './mutant.ts'
import { type Trial, VERDICTS } from './try-mutant.ts'

const TRY = fileURLToPath(new URL('try-mutant.ts', import.meta.url))
const LEAST_LIMIT_MS = 30_000
/** Longest delay of a timer. */
const NO_LIMIT_MS = 2 ** 31 - 1
/** A fault may slow tests down without being found. */
const TIMES_AS_LONG = 5

/** `endless`: the tests timed out, which counts as noticed. */
export type Verdict = (typeof VERDICTS)[number] | 'endless'

export interface Judged {
  readonly mutant: Mutant
  readonly verdict: Verdict
}

const running = new Set<ChildProcess>()
/** Tests run in processes of their own, so the whole group is killed. */
const end = ({ pid }: ChildProcess) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
process.once('exit', () => running.forEach(end))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

async function attempt(trial: Trial, limitMs = NO_LIMIT_MS): Promise<Verdict> {
  const child = spawn(process.execPath, ['--import', 'tsx', TRY, JSON.stringify(trial)], {
    stdio: 'ignore',
    detached: true,
  })
  running.add(child)
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    end(child)
  }, limitMs)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(timer)
  running.delete(child)
  if (isOver) return 'endless'
  const verdict = VERDICTS[code ?? -1]
  if (verdict === undefined) throw new Trouble(`The tests of ${trial.file} could not be run (code ${code})`)
  return verdict
}

/** `packages/domain` of `packages/domain/src/time.ts`. */
const workspaceOf = (path: string) => /^(?:(?:packages|apps)\/[^/]+|e2e|tools)/.exec(path)?.[0] ?? '.'

/**
 * Plants one fault after the other and runs the workspace's tests that load the file.
 *
 * @param report called after each, in the order they end
 * @throws Trouble if the tests fail without any fault
 */
export async function runMutants(
  root: string,
  mutants: readonly Mutant[],
  lanes: number,
  report: (judged: Judged) => void,
): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  const trialOf = (path: string): Trial => ({ workspace: resolve(root, workspaceOf(path)), file: join(root, path) })
  const sound = new Map<string, Promise<number>>()
  const limitOf = (path: string) => {
    const known = sound.get(path) ?? timeOf(trialOf(path))
    sound.set(path, known)
    return known
  }
  const waiting = [...mutants]
  const lane = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const limitMs = await limitOf(mutant.path)
      const one = { mutant, verdict: await attempt({ ...trialOf(mutant.path), mutant }, limitMs) }
      judged.push(one)
      report(one)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return judged
}

/** Timeout of the tests with a fault, derived from their time without one, ms. */
async function timeOf(trial: Trial): Promise<number> {
  const startMs = performance.now()
  const verdict = await attempt(trial)
  if (verdict === 'killed') throw new Trouble(`The tests of ${trial.file} fail as it is`)
  return Math.max(LEAST_LIMIT_MS, (performance.now() - startMs) * TIMES_AS_LONG)
}
