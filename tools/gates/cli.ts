import { fileURLToPath } from 'node:url'
import { boundariesGate } from './boundaries.ts'
import { docsGate } from './docs.ts'
import { formatResult, type Gate, isGreen } from './gate.ts'
import { lintGate } from './lint.ts'
import { sqlGate } from './sql.ts'
import { textsGate } from './texts.ts'
import { unusedGate } from './unused.ts'
import { yardstickGate } from './yardstick.ts'

const GATES: readonly Gate[] = [lintGate, boundariesGate, unusedGate, sqlGate, docsGate, textsGate, yardstickGate]

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const chosen = GATES.filter((gate) => names.includes(gate.name))
  if (chosen.length === 0 || chosen.length !== names.length) {
    console.error(`Usage: tsx tools/gates/cli.ts <${GATES.map((gate) => gate.name).join('|')}> [--all]`)
    return 2
  }
  const rootDir = fileURLToPath(new URL('../../', import.meta.url))
  let failed = 0
  for (const gate of chosen) {
    const result = await gate.run(rootDir, { all: args.includes('--all') })
    console.log(formatResult(gate, result))
    if (!isGreen(result)) failed++
  }
  return failed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
