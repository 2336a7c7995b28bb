import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** `domain §3.6`, `design.md §5`, `contract/00 §8`, `contract/40`. */
const CITATION =
  /\b(domain|security|design|spec)(?:\.md)?,? §(\d+(?:\.\d+)*)|\bcontract\/(\d\d)(?:,? §(\d+(?:\.\d+)*))?/g
/** `## §3.6 Quality control`; of the wire `### 00 §8 Lists`, `## 00 Conventions`. */
const HEADING = /^#{2,4} (?:(\d\d) ?)?(?:§(\d+(?:\.\d+)*))?/

const FOLDER = 'docs/design'

/** Share of requirement citations whose section exists in docs/design, %; 100 without any citation. */
export function citationsThatResolve(rootDir: string, files: readonly SourceFile[]): number {
  const sections = new Set(sectionsIn(join(rootDir, FOLDER)))
  const cited = files.flatMap(({ text }) => [...text.matchAll(CITATION)].map(nameOf))
  return cited.length === 0 ? 100 : (100 * cited.filter((name) => sections.has(name)).length) / cited.length
}

/** `domain 3.6`, `contract 00 8` */
const nameOf = ([, document, section, chapter, part]: RegExpMatchArray) =>
  (document === undefined ? ['contract', chapter, part] : [document, section]).filter(Boolean).join(' ')

function sectionsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [, chapter, section] = HEADING.exec(line) ?? []
          const parts = [chapter, section].filter((part) => part !== undefined)
          return parts.length === 0 ? [] : [[file.replace(/\.md$/, ''), ...parts].join(' ')]
        }),
    )
}
