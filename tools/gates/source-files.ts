import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A source file of the checkout. */
export interface SourceFile {
  /** Relative to the root, `/` separated: `apps/server/src/main.ts`. */
  readonly path: string
  readonly text: string
}

/** Folders that hold our TypeScript. Anything else (docs, public, dist) is not source. */
const SOURCE_ROOTS = ['packages', 'apps', 'e2e', 'tools'] as const

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'public', 'coverage', '.tmp'])
const SOURCE_EXTENSION = /\.(?:ts|tsx|mts|mjs)$/

/** Every source file below the roots, sorted by path. Build output and dependencies are left out. */
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
    // A fixture tree of a test holds only the roots it needs.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Tests, their helpers and galleries: they do not count as product source. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\.gallery\.tsx?$|(?:^|\/)testing\/|^e2e\/|(?:^|\/)gallery\.tsx$/.test(path)
}

/** Tables of data and generated files: no budget applies to them. */
export function isDataFile(path: string): boolean {
  return /\.data\.ts$|(?:^|\/)db\/types\.ts$/.test(path)
}

/**
 * Where SQL lives: repositories, bulk writers, and the half of platform/ that makes conditions and connections.
 */
export function isDatabaseFile(path: string): boolean {
  return /[.-](?:repository|writer)\.ts$|^apps\/server\/src\/(?:db\/|platform\/(?:(?:db|list|postgres)\/|scope\.ts$))/.test(
    path,
  )
}
