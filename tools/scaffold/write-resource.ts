import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Trouble } from '../lib/checkout.mjs'
import { resourceFiles } from './resource-files.ts'
import { resourceLines } from './resource-lines.ts'
import type { ResourceNames } from './resource-names.ts'

/**
 * Writes a resource into a checkout: its files and its registrations, all or nothing.
 *
 * @returns the written files, new ones first
 * @throws {Trouble} if the resource exists already, or a list lacks the line of the example
 */
export function writeResource(root: string, names: ResourceNames): readonly string[] {
  const written = new Map(Object.entries(resourceFiles(names, nextMigration(root))))
  const taken = [...written.keys()].filter((file) => existsSync(join(root, file)))
  if (taken.length > 0) throw new Trouble(`${names.kebab} is there already: ${taken.join(', ')}`)
  for (const { file, behind, lines } of resourceLines(names)) {
    const text = written.get(file) ?? readFileSync(join(root, file), 'utf8')
    const [before, after, ...more] = text.split(`${behind}\n`)
    if (after === undefined || more.length > 0) throw new Trouble(`${file} has not exactly one line\n${behind}`)
    written.set(file, `${before}${behind}\n${lines}\n${after}`)
  }
  for (const [file, text] of written) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return [...written.keys()]
}

function nextMigration(root: string): string {
  const files = readdirSync(join(root, 'apps/server/src/db/migrations')).filter((file) => file.endsWith('.sql'))
  return String(Math.max(...files.map((file) => Number.parseInt(file, 10))) + 1).padStart(4, '0')
}
