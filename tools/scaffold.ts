import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, runTool, Trouble } from './lib/checkout.mjs'
import { runQuietly } from './lib/run.mjs'
import { namesOf } from './scaffold/resource-names.ts'
import { writeResource } from './scaffold/write-resource.ts'

const USAGE = 'Usage: npm run scaffold -- <kebab-case-name> --label <中文名> [--area system|mon]'

await runTool(async () => {
  const { values, positionals } = parseArgs({
    options: { label: { type: 'string' }, area: { type: 'string', default: 'system' } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (name === undefined || !values.label) throw new Trouble(USAGE)
  const files = writeResource(ROOT, namesOf(name, values.label, values.area))
  await runQuietly(join(ROOT, 'node_modules/.bin/biome'), [
    'format',
    '--write',
    ...files.filter((file) => !/\.(sql|md)$/.test(file)),
  ])
  for (const script of ['db:types', 'docs:wire']) await runQuietly('npm', ['run', script])
  console.log(`${files.map((file) => `✓ ${file}`).join('\n')}\n\nNow give it fields of its own: docs/cookbook.md`)
  return 0
})
