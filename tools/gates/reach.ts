import { posix } from 'node:path'
import { type Edge, readModuleGraph } from './module-graph.ts'
import type { SourceFile } from './source-files.ts'

/**
 * Tests that import a file, directly or indirectly. vitest's own `related` has the bundler transform every file, and
 * does not follow imports between workspaces.
 */
export function testsReaching(rootDir: string, files: readonly SourceFile[], changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>()
  for (const { from, to } of [...ownImports(rootDir, files), ...globImports(files)]) {
    importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const reached = new Set(changed)
  // Iterating over a set includes items added meanwhile.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].filter((path) => /\.test\.tsx?$/.test(path))
}

interface Import {
  readonly from: string
  readonly to: string
}

function ownImports(rootDir: string, files: readonly SourceFile[]): Import[] {
  const isOwn = ({ to }: Edge) => to.kind === 'file'
  return readModuleGraph(rootDir, files)
    .filter(isOwn)
    .map(({ from, to }) => ({ from, to: to.path }))
}

/** `import.meta.glob`, which the console uses to find its pages. */
function globImports(files: readonly SourceFile[]): Import[] {
  return files.flatMap(({ path: from, text }) => {
    const globs = [...text.matchAll(/import\.meta\.glob[^('"]*(?:<[^>]*>+)?\(\s*'([^']+)'/g)].map(
      ([, glob = '']) => glob,
    )
    return globs.flatMap((glob) => {
      const pattern = patternOf(posix.join(posix.dirname(from), glob))
      return files.filter(({ path }) => pattern.test(path)).map(({ path: to }) => ({ from, to }))
    })
  })
}

function patternOf(glob: string): RegExp {
  const parts: Readonly<Record<string, string>> = {
    '**/': '(?:.*/)?',
    '*': '[^/]*',
    '{': '(?:',
    '}': ')',
    ',': '|',
    '.': '\\.',
  }
  return new RegExp(`^${glob.replaceAll(/\*\*\/|[*{},.]/g, (part) => parts[part] ?? part)}$`)
}
