import type { Plugin, Rolldown } from 'vite'

type Imports = ReadonlyMap<string, readonly string[]>

/** The first import cycle found, in order, or undefined. */
export function findRing(imports: Imports): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return undefined
    for (const imported of imports.get(file) ?? []) {
      const ring = visit(imported, [...path, file])
      if (ring) return ring
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const ring = visit(file, [])
    if (ring) return ring
  }
  return undefined
}

/**
 * Fails the build when chunks import each other: one of them would run before its dependency, leaving a part of the
 * console undefined in the browser although no source file is in a cycle.
 */
export function chunkCyclesPlugin(): Plugin {
  return {
    name: 'natim:chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part): part is Rolldown.OutputChunk => part.type === 'chunk')
      const ring = findRing(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
      if (ring) this.error(`Files import each other: ${ring.join(' → ')}. Change the groups of vite.config.ts.`)
    },
  }
}
