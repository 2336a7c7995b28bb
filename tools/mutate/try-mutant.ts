import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { startVitest } from 'vitest/node'
import { type Mutant, withMutant } from './mutant.ts'

/** Input of one run: workspace, file, and the fault; without a fault the file is unchanged. */
export interface Trial {
  readonly workspace: string
  readonly file: string
  readonly mutant?: Mutant | undefined
}

/** Result of a run, by exit code. */
export const VERDICTS = ['survived', 'killed', 'untested'] as const

/** Nothing is written to disk: the fault is applied when the tests load the module, and ends with the process. */
const plant = ({ file, mutant }: Trial) => ({
  name: 'mutant',
  enforce: 'pre' as const,
  load: (id: string) =>
    mutant && id.split('?')[0] === file ? withMutant(readFileSync(file, 'utf8'), mutant) : undefined,
})

async function judge(trial: Trial): Promise<(typeof VERDICTS)[number]> {
  const options = {
    root: trial.workspace,
    run: true,
    watch: false,
    related: [trial.file],
    passWithNoTests: true,
    bail: 1,
    reporters: [{}],
  }
  const vitest = await startVitest('test', [], options, { plugins: [plant(trial)], logLevel: 'silent' })
  const modules = vitest.state.getTestModules()
  const hasFailed = vitest.state.getUnhandledErrors().length > 0 || modules.some((one) => !one.ok())
  await vitest.close()
  return hasFailed ? 'killed' : modules.length === 0 ? 'untested' : 'survived'
}

// Does not run when only imported.
if (basename(process.argv[1] ?? '') === 'try-mutant.ts')
  process.exit(VERDICTS.indexOf(await judge(JSON.parse(process.argv[2] ?? '') as Trial)))
