import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Visitor } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'
import { lineAt, parse } from './syntax.ts'

/** Target of an import: one of our files, an npm package, a Node module, or none. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'npm'; readonly path: string }
  | { readonly kind: 'node'; readonly path: string }
  | { readonly kind: 'missing'; readonly path: string }

/** One import of one file. Type-only and dynamic imports are edges as well: coupling is coupling. */
export interface Edge {
  readonly from: string
  readonly line: number
  readonly specifier: string
  /** Needed at load time: neither dynamic nor type-only. */
  readonly isNeededFirst: boolean
  readonly to: Target
}

/**
 * Every import of every file, resolved. Reads static and dynamic imports, re-exports and `import('…')` types; throws on
 * a file that does not parse. Supports our three forms of specifiers: relative with extension, `@/…` of the web app,
 * and `@natim/package/subpath` (the `source` condition of the package's exports).
 */
export function readModuleGraph(rootDir: string, files: readonly SourceFile[]): Edge[] {
  const known = new Set(files.map((file) => file.path))
  const exists = (path: string) => known.has(path) || existsSync(join(rootDir, path))
  return files.flatMap((file) =>
    readImports(file).map(({ specifier, offset, isNeededFirst }) => ({
      from: file.path,
      line: lineAt(file.text, offset),
      specifier,
      isNeededFirst,
      to: resolve(file.path, specifier, exists),
    })),
  )
}

interface Import {
  readonly specifier: string
  readonly offset: number
  readonly isNeededFirst: boolean
}

function readImports(file: SourceFile): Import[] {
  const { module, program } = parse(file)
  const found: Import[] = []
  const add = (request: { value: string; start: number } | null, isNeededFirst = false) => {
    if (request) found.push({ specifier: request.value, offset: request.start, isNeededFirst })
  }
  const hasValue = (entries: readonly { readonly isType: boolean }[]) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  for (const { moduleRequest, entries } of module.staticImports) add(moduleRequest, hasValue(entries))
  for (const { entries } of module.staticExports) add(entries[0]?.moduleRequest ?? null, hasValue(entries))
  new Visitor({
    ImportExpression: ({ source }) => {
      // A computed import cannot be followed; lint bans it outside reviewed files.
      if (source.type === 'Literal' && typeof source.value === 'string')
        add({ value: source.value, start: source.start })
    },
    TSImportType: ({ source }) => add(source),
  }).visit(program)
  return found
}

function resolve(from: string, specifier: string, exists: (path: string) => boolean): Target {
  if (specifier.startsWith('node:')) return { kind: 'node', path: specifier }
  const path = toPath(from, specifier.replace(/\?.*$/, ''))
  if (path === undefined) return { kind: 'npm', path: packageName(specifier) }
  return { kind: exists(path) ? 'file' : 'missing', path }
}

/** Path of one of our files; undefined for a third-party package. */
function toPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (specifier.startsWith('@/')) return `apps/web/src/${specifier.slice(2)}`
  const own = /^@natim\/([^/]+)\/(.+)$/.exec(specifier)
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : undefined
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
