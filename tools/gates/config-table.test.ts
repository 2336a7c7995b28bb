import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONFIG_DOC } from '../../apps/server/src/platform/config.ts'
import { withConfigTable } from './config-table.ts'

it('the README shows every environment variable with its default (npx tsx tools/readme-config.ts writes it)', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(withConfigTable(readme, CONFIG_DOC)).toBe(readme)
  expect(readme).toContain('| `API_PREFIX` | `/jeecg-boot` |')
})

it('rejects a README without a place for the table', () => {
  expect(() => withConfigTable('# no table', [])).toThrow(/config:start/)
})
