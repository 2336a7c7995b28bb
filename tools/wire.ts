import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readEndpointTables } from './wire/endpoint-tables.ts'
import { wirePage } from './wire/wire-page.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

writeFileSync(`${ROOT}docs/wire.md`, wirePage(await readEndpointTables(ROOT)))
console.log('docs/wire.md written')
