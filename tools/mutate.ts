import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ROOT, runTool, Trouble } from './lib/checkout.mjs'
import { readSourceFiles } from './gates/source-files.ts'
import { mutantsOf, sampleOf } from './mutate/mutant.ts'
import { scoreTable, survivorLine } from './mutate/score.ts'
import { runMutants } from './mutate/run-mutants.ts'

const USAGE = 'Usage: npm run mutate -- <file or folder> … [--sample 100] [--seed 1] [--lanes 2]'

await runTool(async () => {
  const { values, positionals } = parseArgs({
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
    },
    allowPositionals: true,
  })
  const below = positionals.map((path) => path.replace(/^\.\/|\/$/g, ''))
  const files = readSourceFiles(ROOT).filter(
    ({ path }) =>
      below.some((one) => path === one || path.startsWith(`${one}/`)) &&
      !/\.(?:test|data|gallery)\.|\/testing\//.test(path),
  )
  if (files.length === 0) throw new Trouble(USAGE)
  const all = files.flatMap(mutantsOf)
  const chosen = values.sample === undefined ? all : sampleOf(all, Number(values.sample), Number(values.seed))
  console.log(`${chosen.length} of ${all.length} faults in ${files.length} files`)
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const judged = await runMutants(ROOT, chosen, Number(values.lanes), (one) => {
    if (one.verdict === 'survived') console.log(survivorLine(one.mutant, texts.get(one.mutant.path) ?? ''))
  })
  console.log(`\n${scoreTable(judged)}`)
  return 0
})
