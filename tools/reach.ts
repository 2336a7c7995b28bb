import { fileURLToPath } from 'node:url'
import { testsReaching } from './gates/reach.ts'
import { readSourceFiles } from './gates/source-files.ts'

// Called by test.mjs, which runs before anything is installed: prints the tests that import the given files.

const rootDir = fileURLToPath(new URL('../', import.meta.url))
process.stdout.write(JSON.stringify(testsReaching(rootDir, readSourceFiles(rootDir), process.argv.slice(2))))
