import { posix } from 'node:path'
import { type Edge, readModuleGraph } from './module-graph.ts'
import type { SourceFile } from './source-files.ts'

/**
 * The tests that import a file, at any distance. vitest's own `related` asks the bundler to transform every file, and
 * loses the way where one workspace imports another.
 */
export function testsReaching(rootDir: string, files: readonly SourceFile[], changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>()
  for (const { from, to } of [...ownImports(rootDir, files), ...globImports(files)]) {
    importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const reached = new Set(changed)
  // A set hands out what is added while it is walked through.
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

/** `import.meta.glob`, which is how the console finds its pages. */
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
