import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Entry modules of the first views; each becomes one chunk. */
const FIRST = {
  start: ['app/main.tsx'],
  login: ['features/login/login-page.tsx'],
  console: ['app/console.tsx', 'features/dashboard/analysis-page.tsx'],
} as const

const SOURCES = join(import.meta.dirname, '../src')

/** Our own modules that an entry needs before it runs; packages are grouped separately. */
function needsOf(roots: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id) || id.includes('/node_modules/')) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const root of roots) visit(root)
  return found
}

/**
 * Assigns modules of the first pages to chunks: 85 small files cost more than their bytes. Modules needed by both login
 * and console are part of the start chunk.
 */
export function firstPageChunk(): (id: string, modules: Modules) => string | null {
  let needs: Record<keyof typeof FIRST, Set<string>> | undefined
  const read = (modules: Modules) => {
    const of = (name: keyof typeof FIRST) =>
      needsOf(
        FIRST[name].map((path) => join(SOURCES, path)),
        modules,
      )
    return { start: of('start'), login: of('login'), console: of('console') }
  }
  return (id, modules) => {
    needs ??= read(modules)
    const [isLogin, isConsole] = [needs.login.has(id), needs.console.has(id)]
    if (needs.start.has(id) || (isLogin && isConsole)) return 'start'
    if (isConsole) return 'console'
    return isLogin ? 'login' : null
  }
}
