import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endpointTablesOf } from '@natim/contract/doc/endpoint-tables'
import type { Endpoints } from '@natim/contract/endpoint'

/** The endpoint tables of one contract file. */
export interface ContractFile {
  /** `system/position` */
  readonly name: string
  readonly tables: readonly Endpoints[]
}

/** Every endpoint table of the contract, discovered from its files rather than from a list. */
export async function readEndpointTables(rootDir: string): Promise<ContractFile[]> {
  const dir = join(rootDir, 'packages/contract/src')
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
  const files = await Promise.all(
    names.map(async (file) => {
      // Sorted by name: module loaders differ in the order of exports.
      const exported = Object.entries((await import(join(dir, file))) as object).sort(([a], [b]) => (a < b ? -1 : 1))
      return { name: file.replace(/\.ts$/, ''), tables: endpointTablesOf(exported) }
    }),
  )
  return files.filter(({ tables }) => tables.length > 0)
}
