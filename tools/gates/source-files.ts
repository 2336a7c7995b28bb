import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A source file of the checkout. */
export interface SourceFile {
  /** Relative to the root, `/` separated: `apps/server/src/main.ts`. */
  readonly path: string
  readonly text: string
}

/** Folders with our TypeScript. Anything else (docs, public, dist) is not source. */
const SOURCE_ROOTS = ['packages', 'apps', 'e2e', 'tools'] as const

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'public', 'coverage', '.tmp'])
const SOURCE_EXTENSION = /\.(?:ts|tsx|mts|mjs)$/

/** Every source file below the roots, sorted by path, without build output and dependencies. */
export function readSourceFiles(rootDir: string): SourceFile[] {
  const found: SourceFile[] = []
  for (const root of SOURCE_ROOTS) collect(rootDir, join(rootDir, root), found)
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function collect(rootDir: string, dir: string, found: SourceFile[]): void {
  for (const entry of readDirectory(dir)) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) collect(rootDir, path, found)
    } else if (SOURCE_EXTENSION.test(entry.name) && !entry.name.endsWith('.d.ts')) {
      found.push({ path: relative(rootDir, path).split(sep).join('/'), text: readFileSync(path, 'utf8') })
    }
  }
}

function readDirectory(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    // A test's fixture tree contains only the roots it needs.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Tests, their helpers and galleries: not product source. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\.gallery\.tsx?$|(?:^|\/)testing\/|^e2e\/|(?:^|\/)gallery\.tsx$/.test(path)
}

/** Data tables and generated files: no budget applies to them. */
export function isDataFile(path: string): boolean {
  return /\.data\.ts$|(?:^|\/)db\/types\.ts$/.test(path)
}

/** Files that may contain SQL: repositories, bulk writers, and the part of platform/ for conditions and connections. */
export function isDatabaseFile(path: string): boolean {
  return /[.-](?:repository|writer)\.ts$|^apps\/server\/src\/(?:db\/|platform\/(?:(?:db|list|postgres)\/|scope\.ts$))/.test(
    path,
  )
}
