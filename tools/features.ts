import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseFeatures } from './features/feature-list.ts'
import { featureReport } from './features/feature-report.ts'
import { readClaims } from './features/test-titles.ts'
import { readSourceFiles } from './gates/source-files.ts'

const USAGE = 'Usage: npm run features -- [--missing GROUP] [--with GROUP] [--json]'

function main(): number {
  const { values } = parseArgs({
    options: {
      missing: { type: 'string' },
      with: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const rootDir = fileURLToPath(new URL('../', import.meta.url))
  const features = parseFeatures(readFileSync(join(rootDir, 'docs/features.md'), 'utf8'))
  const tests = readSourceFiles(rootDir).filter(({ path }) => /\.test\.tsx?$/.test(path))
  const report = featureReport(features, tests.flatMap(readClaims))
  if (values.json) console.log(JSON.stringify(report.groups, null, 2))
  else console.log(report.format({ missing: values.missing, with: values.with }))
  return features.length === 0 ? 1 : 0
}

process.exitCode = main()
