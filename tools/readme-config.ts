import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CONFIG_DOC } from '../apps/server/src/platform/config.ts'
import { withConfigTable } from './gates/config-table.ts'

const README = fileURLToPath(new URL('../README.md', import.meta.url))

writeFileSync(README, withConfigTable(readFileSync(README, 'utf8'), CONFIG_DOC))
console.log('README.md: configuration table written')
